//! Tables of figures, as plain text and in Markdown.

/// Rows of cells below a head; the first column is to the left, the others to the right.
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    pub fn with_head<const COLUMNS: usize>(head: [&str; COLUMNS]) -> Self {
        Self { rows: vec![head.map(str::to_owned).to_vec()] }
    }

    pub fn push(&mut self, row: Vec<String>) {
        self.rows.push(row);
    }

    /// A line of text for each row.
    pub fn plain(&self) -> Vec<String> {
        let widths = self.widths();
        let line = |row: &Vec<String>| {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                if column == 0 { format!("{cell:<width$}") } else { format!("{cell:>width$}") }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        self.rows.iter().map(line).collect()
    }

    pub fn markdown(&self) -> String {
        let line = |row: &Vec<String>| format!("| {} |\n", row.join(" | "));
        let (head, rows) = self.rows.split_first().expect("a table is made with its head");
        let rule = format!("|---|{}\n", "---:|".repeat(head.len().saturating_sub(1)));
        let body: String = rows.iter().map(line).collect();
        line(head) + &rule + &body
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
        };
        (0..columns).map(width).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_aligned_as_text_and_ruled_in_markdown() {
        let mut table = Table::with_head(["", "ms"]);
        table.push(vec!["recall".to_owned(), "1.5".to_owned()]);
        table.push(vec!["raw".to_owned(), "10.25".to_owned()]);
        assert_eq!(table.plain(), ["           ms", "recall    1.5", "raw     10.25"]);
        assert_eq!(table.markdown(), "|  | ms |\n|---|---:|\n| recall | 1.5 |\n| raw | 10.25 |\n");
    }
}
