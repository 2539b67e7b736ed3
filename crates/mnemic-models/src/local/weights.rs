//! The numbers of a model, read from a safetensors file: a header of names, shapes and places, then the numbers.
//!
//! The header is read by the crate `safetensors`, which checks that tensors lie one after the other and are as long as their
//! shapes say. The crate wants the numbers as one slice; here the file is read once, from front to back, into one
//! allocation per tensor and hashed on the way, so that it is never in memory twice.

use std::{
    collections::HashMap,
    fs::File,
    io::{self, Read},
    path::Path,
};

use mnemic_core::port::embedder::EmbedError;
use ndarray::{Array1, Array2};
use safetensors::{Dtype, tensor::Metadata};

use super::{description::unusable, revision::HashingReader};

/// Headers of real models are a few kilobytes.
const MAX_HEADER_BYTES: u64 = 16 * 1024 * 1024;

/// Tensors by name. Each is taken once.
#[derive(Debug)]
pub(super) struct Weights {
    tensors: HashMap<String, Tensor>,
}

#[derive(Debug)]
struct Tensor {
    kind: Kind,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    F32,
    F16,
    Bf16,
}

impl Weights {
    /// Reads the file, which must be of this revision.
    pub(super) fn read(path: &Path, revision: &str) -> Result<Self, EmbedError> {
        let fault = |error: io::Error| unusable(path, reason(&error));
        let file = File::open(path).map_err(fault)?;
        let length = file.metadata().map_err(fault)?.len();
        let mut reader = HashingReader::new(file);
        let tensors = read_tensors(&mut reader, length).map_err(fault)?;
        if reader.revision() != revision {
            return Err(unusable(path, "it has changed since the model was opened or installed"));
        }
        Ok(Self { tensors })
    }

    /// Whether there is a tensor of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.tensors.contains_key(name)
    }

    pub(super) fn matrix(&mut self, name: &str, shape: [usize; 2]) -> Result<Array2<f32>, String> {
        let numbers = self.take(name, &shape)?.numbers();
        Array2::from_shape_vec(shape, numbers).map_err(|error| error.to_string())
    }

    /// The row of numbers of that name and length.
    pub(super) fn row(&mut self, name: &str, length: usize) -> Result<Array1<f32>, String> {
        Ok(Array1::from_vec(self.take(name, &[length])?.numbers()))
    }

    /// The matrix of that name, left as it is written: half as large in memory when its numbers are half as long.
    pub(super) fn lookup(&mut self, name: &str, shape: [usize; 2]) -> Result<Lookup, String> {
        let tensor = self.take(name, &shape)?;
        Ok(Lookup { kind: tensor.kind, width: shape[1], bytes: tensor.bytes })
    }

    fn take(&mut self, name: &str, shape: &[usize]) -> Result<Tensor, String> {
        let tensor = self.tensors.remove(name).ok_or_else(|| format!("it has no `{name}`"))?;
        if tensor.shape == shape {
            return Ok(tensor);
        }
        Err(format!("`{name}` is {:?} and should be {shape:?}", tensor.shape))
    }
}

impl Tensor {
    fn numbers(&self) -> Vec<f32> {
        let mut numbers = vec![0.0; self.bytes.len() / self.kind.bytes()];
        self.kind.decode(&self.bytes, &mut numbers);
        numbers
    }
}

/// A matrix of which rows are looked up.
#[derive(Debug)]
pub(super) struct Lookup {
    kind: Kind,
    width: usize,
    bytes: Vec<u8>,
}

impl Lookup {
    /// Writes a row's numbers to `row`.
    pub(super) fn copy_row(&self, index: usize, row: &mut [f32]) {
        let bytes = self.width * self.kind.bytes();
        self.kind.decode(&self.bytes[index * bytes..][..bytes], row);
    }
}

impl Kind {
    fn of(dtype: Dtype) -> Option<Self> {
        match dtype {
            Dtype::F32 => Some(Self::F32),
            Dtype::F16 => Some(Self::F16),
            Dtype::BF16 => Some(Self::Bf16),
            _ => None,
        }
    }

    fn bytes(self) -> usize {
        match self {
            Self::F32 => 4,
            Self::F16 | Self::Bf16 => 2,
        }
    }

    fn decode(self, bytes: &[u8], numbers: &mut [f32]) {
        let pairs = || bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        match self {
            Self::F32 => {
                for (number, four) in numbers.iter_mut().zip(bytes.chunks_exact(4)) {
                    *number = f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
                }
            }
            Self::F16 => numbers.iter_mut().zip(pairs()).for_each(|(to, from)| *to = half(from)),
            Self::Bf16 => numbers
                .iter_mut()
                .zip(pairs())
                .for_each(|(to, from)| *to = f32::from_bits(u32::from(from) << 16)),
        }
    }
}

/// The number that 16 bits of IEEE 754 stand for.
fn half(bits: u16) -> f32 {
    let bits = u32::from(bits);
    let sign = (bits & 0x8000) << 16;
    let magnitude = match bits & 0x7FFF {
        // Too small for a leading one: the fraction counts in steps of 2^-24.
        fraction @ 0..=0x03FF => {
            return f32::from_bits(sign | (fraction as f32 / 16_777_216.0).to_bits());
        }
        finite @ 0x0400..=0x7BFF => (finite << 13) + ((127 - 15) << 23),
        beyond => (beyond << 13) | 0x7F80_0000,
    };
    f32::from_bits(sign | magnitude)
}

/// Reads the tensors that hold fractional numbers; the others, such as lists of positions, are passed over.
fn read_tensors(reader: &mut impl Read, length: u64) -> io::Result<HashMap<String, Tensor>> {
    let header = read_header(reader, length)?;
    let mut tensors = HashMap::new();
    for name in header.offset_keys() {
        let Some(entry) = header.info(&name) else { continue };
        let (begin, end) = entry.data_offsets;
        let Some(kind) = Kind::of(entry.dtype) else {
            skip(reader, (end - begin) as u64)?;
            continue;
        };
        let mut bytes = vec![0; end - begin];
        reader.read_exact(&mut bytes)?;
        tensors.insert(name, Tensor { kind, shape: entry.shape.clone(), bytes });
    }
    io::copy(reader, &mut io::sink())?;
    Ok(tensors)
}

/// Reads the header. Nothing is allocated for what a file of this length cannot hold.
fn read_header(reader: &mut impl Read, length: u64) -> io::Result<Metadata> {
    let mut size = [0; 8];
    reader.read_exact(&mut size)?;
    let size = u64::from_le_bytes(size);
    if size > MAX_HEADER_BYTES || size + 8 > length {
        return Err(invalid("it is not a safetensors file, or is cut off"));
    }
    let mut text = vec![0; size as usize];
    reader.read_exact(&mut text)?;
    let header: Metadata = serde_json::from_slice(&text)?;
    if header.data_len() as u64 > length - size - 8 {
        return Err(invalid("it is cut off"));
    }
    Ok(header)
}

fn skip(reader: &mut impl Read, bytes: u64) -> io::Result<()> {
    if io::copy(&mut reader.take(bytes), &mut io::sink())? < bytes {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(())
}

fn invalid(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => "it is cut off".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision_numbers_are_read_as_they_are_defined() {
        let table = [
            (0x0000, 0.0),
            (0x3C00, 1.0),
            (0xC000, -2.0),
            (0x7BFF, 65504.0),
            (0x0400, 2_f32.powi(-14)),
            (0x0001, 2_f32.powi(-24)),
            (0x83FF, -1023.0 / 16_777_216.0),
            (0x3555, 0.333_251_95),
            (0x7C00, f32::INFINITY),
        ];
        for (bits, number) in table {
            assert_eq!(half(bits), number, "{bits:04x}");
        }
        assert!(half(0x7E00).is_nan());
    }

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        let mut file = (header.len() as u64).to_le_bytes().to_vec();
        file.extend(header.as_bytes());
        file.extend(data);
        file
    }

    fn read(file: &[u8]) -> io::Result<HashMap<String, Tensor>> {
        read_tensors(&mut &file[..], file.len() as u64)
    }

    #[test]
    fn tensors_are_read_whatever_their_order_and_others_passed_over() {
        let header = r#"{"__metadata__":{"format":"pt"},
            "b":{"dtype":"BF16","shape":[1],"data_offsets":[12,14]},
            "ids":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},
            "a":{"dtype":"F32","shape":[1,1],"data_offsets":[8,12]}}"#;
        let data = [[7; 8].as_slice(), &1.5_f32.to_le_bytes(), &[0x80, 0x3F]].concat();
        let tensors = read(&file(header, &data)).unwrap();
        assert_eq!(tensors["a"].numbers(), [1.5]);
        assert_eq!(tensors["b"].numbers(), [1.0]);
        assert_eq!(tensors.len(), 2);
    }

    #[test]
    fn a_file_that_contradicts_itself_is_refused() {
        let entry = |shape, begin, end| {
            format!(r#"{{"a":{{"dtype":"F32","shape":{shape},"data_offsets":[{begin},{end}]}}}}"#)
        };
        let bad = [
            file(&entry("[2]", 0, 4), &[0; 4]),
            file(&entry("[1]", 4, 0), &[0; 4]),
            file(&entry("[1]", 0, 4), &[0; 2]),
            file(&entry("[4611686018427387904,4]", 0, 0), &[]),
            file(
                r#"{"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]},"b":{"dtype":"F32","shape":[1],"data_offsets":[2,6]}}"#,
                &[0; 6],
            ),
            file("not JSON", &[]),
            file(r#"{"a":1}"#, &[]),
            u64::MAX.to_le_bytes().to_vec(),
            vec![1, 2, 3],
            Vec::new(),
        ];
        for bytes in bad {
            assert!(read(&bytes).is_err());
        }
    }
}
