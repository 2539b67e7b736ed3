//! `memory`: files below `/memories`, in the commands and words of Anthropic's memory tool.

mod view;

use mnemic::{
    Draft, ErrorCode, Field, Filter, Memory, Step,
    file::{self, EditError, File, FilePath, FilePathError, ROOT},
};
use serde_json::json;

use super::{Call, failure::Failure, reply::Reply};

/// How many lines around an edit are shown.
const AROUND: usize = 4;

/// A file and the memory that it is.
type Kept = (File, Memory);

/// What is to be done, and what is said of it.
type Planned = Result<(Vec<Step>, String), Failure>;

impl Call<'_> {
    pub(super) async fn files(self) -> Result<Reply, Failure> {
        let said = match self.arguments.text("command").unwrap_or_default() {
            "view" => self.view().await?,
            "create" => self.create().await?,
            "str_replace" => self.str_replace().await?,
            "insert" => self.insert().await?,
            "delete" => self.delete().await?,
            _ => self.rename().await?,
        };
        Ok(Reply { structured: json!({"result": said}), text: said })
    }

    async fn view(&self) -> Result<String, Failure> {
        let named = self.needed("path")?;
        if named.strip_suffix('/').unwrap_or(named) == ROOT {
            return Ok(view::folder(ROOT, &self.kept(&files()).await?));
        }
        let path = path(named)?;
        let files = self.kept(&around(&[&path])).await?;
        match files.iter().find(|file| file.path == path) {
            Some(file) => view::file(file, self.arguments.range("view_range")),
            None if is_folder(&files, &path) => Ok(view::folder(path.as_str(), &files)),
            None => {
                let said = format!("The path {path} does not exist. Please provide a valid path.");
                Err(Failure::Refused(ErrorCode::PathNotFound, said))
            }
        }
    }

    async fn create(&self) -> Result<String, Failure> {
        let (path, content) = (path(self.needed("path")?)?, self.given("file_text")?.to_owned());
        let file = File { path, content };
        self.change_files(&[&file.path], |kept| {
            let path = &file.path;
            let taken = kept.iter().map(|(file, _)| &file.path).find(|it| it.clashes(path));
            if let Some(taken) = taken {
                let at = if taken.is_in(path.as_str()) { path } else { taken };
                let said = format!("Error: File {at} already exists");
                return Err(Failure::Refused(ErrorCode::PathExists, said));
            }
            let category = Some(File::CATEGORY.to_owned());
            let draft = Draft { category, ..self.draft(file.text()) };
            Ok((vec![Step::Remember(draft)], format!("File created successfully at: {path}")))
        })
        .await
    }

    async fn str_replace(&self) -> Result<String, Failure> {
        let path = path(self.needed("path")?)?;
        let old = self.given("old_str")?;
        let new = self.arguments.text("new_str").unwrap_or_default();
        self.change_files(&[&path], |kept| {
            let (file, memory) = found(kept, &path).ok_or_else(|| {
                let said =
                    format!("Error: The path {path} does not exist. Please provide a valid path.");
                Failure::Refused(ErrorCode::PathNotFound, said)
            })?;
            let edit = file::replaced(&file.content, old, new)
                .map_err(|error| not_replaced(&error, old, &path))?;
            let shown = view::snippet(&edit.content, &edit.lines, AROUND);
            let file = File { path: path.clone(), content: edit.content };
            let step = Step::Reword(memory.clone(), file.text());
            Ok((vec![step], format!("The memory file has been edited.\n{shown}")))
        })
        .await
    }

    async fn insert(&self) -> Result<String, Failure> {
        let path = path(self.needed("path")?)?;
        let after = self.arguments.line("insert_line");
        let after = after.ok_or_else(|| Failure::argument("insert_line", "it is missing"))?;
        let text = self.given("insert_text")?;
        self.change_files(&[&path], |kept| {
            let (file, memory) = found(kept, &path).ok_or_else(|| missing(&path))?;
            let line = usize::try_from(after).unwrap_or(usize::MAX);
            let content = file::inserted(&file.content, line, text).map_err(|error| {
                let lines = if let EditError::NoLine(lines) = error { lines } else { 0 };
                let said = format!(
                    "Error: Invalid `insert_line` parameter: {after}. It should be within the range of lines \
                     of the file: [0, {lines}]"
                );
                Failure::Refused(ErrorCode::LineOutOfRange, said)
            })?;
            let file = File { path: path.clone(), content };
            let step = Step::Reword(memory.clone(), file.text());
            Ok((vec![step], format!("The file {path} has been edited.")))
        })
        .await
    }

    async fn delete(&self) -> Result<String, Failure> {
        let path = path(self.needed("path")?)?;
        self.change_files(&[&path], |kept| {
            let gone: Vec<Step> = kept
                .iter()
                .filter(|(file, _)| file.path == path || file.path.is_in(path.as_str()))
                .map(|(_, memory)| Step::Forget(memory.clone()))
                .collect();
            if gone.is_empty() {
                return Err(missing(&path));
            }
            Ok((gone, format!("Successfully deleted {path}")))
        })
        .await
    }

    async fn rename(&self) -> Result<String, Failure> {
        let (from, to) = (path(self.needed("old_path")?)?, path(self.needed("new_path")?)?);
        self.change_files(&[&from, &to], |kept| {
            let moved = |(file, memory): &Kept| {
                let (path, content) = (file.path.moved(&from, &to)?, file.content.clone());
                Some(Step::Reword(memory.clone(), File { path, content }.text()))
            };
            let steps: Vec<Step> = kept.iter().filter_map(moved).collect();
            if steps.is_empty() {
                return Err(missing(&from));
            }
            if to.is_in(from.as_str()) || kept.iter().any(|(file, _)| file.path.clashes(&to)) {
                let said = format!("Error: The destination {to} already exists");
                return Err(Failure::Refused(ErrorCode::PathExists, said));
            }
            Ok((steps, format!("Successfully renamed {from} to {to}")))
        })
        .await
    }

    async fn kept(&self, filter: &Filter) -> Result<Vec<File>, Failure> {
        let memories = self.engine.collect(&self.service.caller, filter).await?;
        Ok(memories.iter().filter_map(File::of).collect())
    }

    /// Changes files by a plan that is given those around these paths.
    async fn change_files(
        &self,
        paths: &[&FilePath],
        plan: impl Fn(&[Kept]) -> Planned,
    ) -> Result<String, Failure> {
        let steps = |memories: &[Memory]| {
            let kept = memories.iter().filter_map(|it| Some((File::of(it)?, it.clone())));
            plan(&kept.collect::<Vec<Kept>>())
        };
        self.engine.arrange(&self.service.caller, &around(paths), steps).await
    }

    /// An argument that the command cannot do without, even if it is empty.
    fn given(&self, name: &str) -> Result<&str, Failure> {
        self.arguments.text(name).ok_or_else(|| Failure::argument(name, "it is missing"))
    }

    /// An argument that the command cannot do without.
    fn needed(&self, name: &str) -> Result<&str, Failure> {
        self.given(name).map(str::trim)
    }
}

fn files() -> Filter {
    Filter::none().and_text(Field::Category, File::CATEGORY)
}

/// Every file that has to do with these paths; others may pass, too.
fn around(paths: &[&FilePath]) -> Filter {
    files().and_piece(paths.iter().map(|path| path.top().to_owned()))
}

/// The file that is meant; not the folder of all files, which stays.
fn path(named: &str) -> Result<FilePath, Failure> {
    if named.strip_suffix('/').unwrap_or(named) == ROOT {
        let said = format!("Error: {ROOT} is the directory of all files and stays");
        return Err(Failure::Refused(ErrorCode::PathInvalid, said));
    }
    let invalid =
        |why: FilePathError| Failure::Refused(ErrorCode::PathInvalid, format!("Error: {why}"));
    named.parse().map_err(invalid)
}

fn is_folder(files: &[File], path: &FilePath) -> bool {
    files.iter().any(|file| file.path.is_in(path.as_str()))
}

fn found<'a>(kept: &'a [Kept], path: &FilePath) -> Option<&'a Kept> {
    kept.iter().find(|(file, _)| file.path == *path)
}

fn missing(path: &FilePath) -> Failure {
    let said = format!("Error: The path {path} does not exist");
    Failure::Refused(ErrorCode::PathNotFound, said)
}

fn not_replaced(error: &EditError, old: &str, path: &FilePath) -> Failure {
    match error {
        EditError::Several(lines) => {
            let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
            let said = format!(
                "No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {}. \
                 Please ensure it is unique",
                lines.join(", ")
            );
            Failure::Refused(ErrorCode::TextNotUnique, said)
        }
        EditError::Missing | EditError::NoLine(_) => {
            let said = format!(
                "No replacement was performed, old_str `{old}` did not appear verbatim in {path}."
            );
            Failure::Refused(ErrorCode::TextNotFound, said)
        }
    }
}
