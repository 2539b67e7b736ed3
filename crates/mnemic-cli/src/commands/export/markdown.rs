//! An export as Markdown: the documents of one scope after the other.
//!
//! The blocks of a section are gathered in a temporary file, so that a scope may have any number of memories.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::File,
    io::{self, BufWriter, Seek, Write},
    path::Path,
};

use jiff::tz::TimeZone;
use mnemic::{Engine, MarkdownPage, Reach, Scope, markdown_page};

use super::{Selection, at, put_file};
use crate::{caller::caller, failure::UserError, output};

/// Writes documents into a folder, or one after the other to standard output; answers how many memories they hold.
pub async fn write(
    engine: &Engine,
    selection: &Selection,
    place: Option<&Path>,
    zone: &TimeZone,
) -> anyhow::Result<u64> {
    let mut target = match place {
        Some(folder) => Target::Folder(empty(folder)?),
        None => Target::Stream(Box::new(output::stream())),
    };
    let mut count = 0;
    for scope in scopes(engine, &selection.reach).await? {
        let mut documents = BTreeMap::<String, Pages>::new();
        let reach = Reach::only(scope);
        count += engine
            .export(&caller(&reach), &selection.filter, |whole| {
                let page = markdown_page(&whole.memory, zone);
                if let Some((path, text)) = &page.long {
                    target.put(path, |sink| sink.write_all(text.as_bytes()))?;
                }
                documents.entry(page.document.clone()).or_default().add(page)?;
                anyhow::Ok(())
            })
            .await?;
        for (path, pages) in documents {
            target.put(&path, |sink| pages.write(sink))?;
        }
    }
    if let Target::Stream(stream) = &mut target {
        stream.flush()?;
    }
    Ok(count)
}

async fn scopes(engine: &Engine, reach: &Reach) -> anyhow::Result<BTreeSet<Scope>> {
    let status = engine.status(&caller(reach)).await?;
    Ok(status.census.into_iter().map(|row| row.scope).collect())
}

/// A folder that nothing is overwritten in.
fn empty(folder: &Path) -> anyhow::Result<&Path> {
    let entries = std::fs::read_dir(folder);
    if folder.exists() && entries.is_ok_and(|mut entries| entries.next().is_none()) {
        return Ok(folder);
    }
    if folder.exists() {
        let hint = "name a folder that is new or empty";
        return Err(UserError::error(
            format!("`{}` is not an empty folder", folder.display()),
            hint,
        ));
    }
    Ok(folder)
}

/// Where documents go.
enum Target<'a> {
    Folder(&'a Path),
    Stream(Box<dyn Write>),
}

impl Target<'_> {
    fn put(
        &mut self,
        document: &str,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        match self {
            Self::Folder(folder) => {
                let path = folder.join(document);
                at(&path, put_file(&path, write))
            }
            Self::Stream(stream) => {
                writeln!(stream, "<!-- {document} -->\n")?;
                write(stream.as_mut())?;
                writeln!(stream)?;
                Ok(())
            }
        }
    }
}

/// A document while its blocks are gathered.
#[derive(Default)]
struct Pages {
    title: String,
    sections: BTreeMap<String, BufWriter<File>>,
}

impl Pages {
    fn add(&mut self, page: MarkdownPage) -> io::Result<()> {
        self.title = page.title;
        let section = match self.sections.entry(page.section) {
            std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => {
                entry.insert(BufWriter::new(tempfile::tempfile()?))
            }
        };
        section.write_all(page.block.as_bytes())
    }

    fn write(self, sink: &mut dyn Write) -> io::Result<()> {
        writeln!(sink, "# {}", self.title)?;
        for (section, blocks) in self.sections {
            let mut blocks = blocks.into_inner().map_err(io::IntoInnerError::into_error)?;
            writeln!(sink, "\n## {section}\n")?;
            blocks.rewind()?;
            io::copy(&mut blocks, sink)?;
        }
        Ok(())
    }
}
