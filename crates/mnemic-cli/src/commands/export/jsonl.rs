//! An export as JSON lines.

use std::{
    io::{BufWriter, Write},
    path::Path,
};

use mnemic::{Engine, export_line};

use super::{Selection, at, begin_file, finish_file};
use crate::{caller::caller, output};

/// Writes one line per memory; answers how many there are.
pub async fn write(
    engine: &Engine,
    selection: &Selection,
    place: Option<&Path>,
) -> anyhow::Result<u64> {
    let Some(path) = place else {
        let mut stream = output::json_stream();
        let count = lines(engine, selection, &mut stream).await?;
        stream.flush()?;
        return Ok(count);
    };
    let mut file = BufWriter::new(at(path, begin_file(path))?);
    let count = lines(engine, selection, &mut file).await?;
    let file = file.into_inner().map_err(std::io::IntoInnerError::into_error);
    at(path, file.and_then(|file| finish_file(file, path)))?;
    Ok(count)
}

async fn lines(
    engine: &Engine,
    selection: &Selection,
    sink: &mut impl Write,
) -> anyhow::Result<u64> {
    let Selection { reach, filter } = selection;
    engine
        .export(&caller(reach), filter, |whole| {
            sink.write_all(export_line(&whole)?.as_bytes())?;
            anyhow::Ok(())
        })
        .await
}
