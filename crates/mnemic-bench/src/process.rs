//! Processes watched from outside, where the system tells: their RAM, and how much they work.

/// How many ticks of a processor make a second, on every Linux there is.
const TICKS: f64 = 100.0;

/// How much RAM a process takes now, in MB.
pub fn resident_mb(process: u32) -> f64 {
    megabytes(process, "VmRSS:")
}

/// How much RAM a process took at most, in MB.
pub fn peak_mb(process: u32) -> f64 {
    megabytes(process, "VmHWM:")
}

fn megabytes(process: u32, field: &str) -> f64 {
    let status = read_proc_file(process, "status");
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or_default() / 1_024.0
}

/// How long processors worked for a process, in seconds.
pub fn cpu_seconds(process: u32) -> f64 {
    let stat = read_proc_file(process, "stat");
    let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    let ticks = after_name.split(' ').skip(11).take(2).filter_map(|it| it.parse::<f64>().ok());
    ticks.sum::<f64>() / TICKS
}

/// The process that does the work: this one, or the last of those that one starts the next of, as `npx` does.
pub fn worker_process(process: u32) -> u32 {
    let children = read_proc_file(process, &format!("task/{process}/children"));
    let last = children.split_whitespace().filter_map(|child| child.parse().ok()).next_back();
    last.map_or(process, worker_process)
}

fn read_proc_file(process: u32, name: &str) -> String {
    std::fs::read_to_string(format!("/proc/{process}/{name}")).unwrap_or_default()
}
