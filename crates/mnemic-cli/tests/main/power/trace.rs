//! Reading what strace wrote down as operations on the files of a vault.

use std::collections::HashMap;

use super::disk::Operation;

/// The calls that operations are made of.
pub const CALLS: &str = "openat,write,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,\
                         unlinkat,mkdir,mkdirat";

/// The operations that a process carried out on files below `root`, whose paths are told from there. Every text
/// in the trace is in hexadecimal digits.
pub fn operations(trace: &str, root: &str) -> Vec<Operation> {
    let mut unfinished: HashMap<&str, &str> = HashMap::new();
    let mut operations = vec![Operation::Start];
    for line in trace.lines() {
        let Some((thread, call)) = line.split_once(' ') else { continue };
        let call = call.trim_start();
        if let Some(beginning) = call.strip_suffix("<unfinished ...>") {
            unfinished.insert(thread, beginning);
        } else if let Some((_, end)) = call.split_once(" resumed>") {
            let beginning = unfinished.remove(thread).unwrap_or_default();
            operations.extend(operation(&format!("{beginning}{end}"), root));
        } else {
            operations.extend(operation(call, root));
        }
    }
    operations
}

/// The operation that a call is, if it succeeded and is one.
fn operation(call: &str, root: &str) -> Option<Operation> {
    let (call, answer) = call.rsplit_once(" = ")?;
    let answer: i64 = answer.split(' ').next()?.parse().ok().filter(|answer| *answer >= 0)?;
    let (name, arguments) = call.split_once('(')?;
    let texts: Vec<Vec<u8>> = arguments.split('"').skip(1).step_by(2).map(bytes).collect();
    let path = |number: usize| {
        let path = String::from_utf8(texts.get(number)?.clone()).ok()?;
        path.strip_prefix(root).map(str::to_owned)
    };
    let file = || arguments.split([',', ')']).next()?.parse::<i32>().ok();
    Some(match name {
        "openat" => {
            let flags = arguments.rsplit('"').next()?.to_owned();
            // A file elsewhere takes the place of what was open under its number.
            let path = path(0).unwrap_or_else(|| "/elsewhere".to_owned());
            let flags = if path == "/elsewhere" { String::new() } else { flags };
            Operation::Open { file: answer as i32, path, flags }
        }
        "write" if file()? == 1 => Operation::Answer,
        "write" => Operation::Write {
            file: file()?,
            content: texts.first()?.get(..answer as usize)?.to_vec(),
        },
        "fsync" | "fdatasync" => Operation::Sync { file: file()? },
        "ftruncate" => {
            let length = arguments.split([',', ')']).nth(1)?.trim().parse().ok()?;
            Operation::Truncate { file: file()?, length }
        }
        "renameat2" if arguments.contains("EXCHANGE") => {
            Operation::Exchange { one: path(0)?, other: path(1)? }
        }
        "rename" | "renameat" | "renameat2" => Operation::Rename { from: path(0)?, to: path(1)? },
        "unlink" | "unlinkat" => Operation::Remove { path: path(0)? },
        "mkdir" | "mkdirat" => Operation::MakeFolder { path: path(0)? },
        _ => return None,
    })
}

/// The bytes that `\x6d\x65` stands for.
fn bytes(text: &str) -> Vec<u8> {
    text.split("\\x").skip(1).filter_map(|digits| u8::from_str_radix(digits, 16).ok()).collect()
}
