//! Codes: of a vector only which way it points in each dimension, a bit each.

/// A vector with a bit per dimension: whether it points that way.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Code(pub Vec<u64>);

impl Code {
    /// The code of a vector.
    pub fn of(vector: &[f32]) -> Self {
        Self(packed(vector, |value| value > 0.0).collect())
    }

    /// In how many dimensions two codes point different ways.
    pub fn distance(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(one, other)| (one ^ other).count_ones()).sum()
    }

    /// As bytes, the lowest first.
    pub fn to_bytes(&self) -> Vec<u8> {
        bytes_of(&self.0)
    }

    /// What [`Code::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        Self(numbers_of(bytes))
    }
}

/// Codes of one length, one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Codes {
    /// How many numbers each of them has.
    width: usize,
    numbers: Vec<u64>,
}

impl Codes {
    /// The codes of vectors that have as many dimensions as each other.
    pub fn of<'a>(vectors: impl Iterator<Item = &'a [f32]>) -> Self {
        let mut codes = Self::default();
        for vector in vectors {
            codes.width = vector.len().div_ceil(NUMBER);
            codes.numbers.extend(packed(vector, |value| value > 0.0));
        }
        codes
    }

    /// One code after the other, as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        bytes_of(&self.numbers)
    }

    /// What [`Codes::to_bytes`] wrote of vectors with so many dimensions. Half a code is left out.
    pub fn from_bytes(bytes: &[u8], dimensions: usize) -> Self {
        let width = dimensions.div_ceil(NUMBER);
        let mut numbers = numbers_of(bytes);
        numbers.truncate(numbers.len() - numbers.len().checked_rem(width).unwrap_or(numbers.len()));
        if numbers.is_empty() { Self::default() } else { Self { width, numbers } }
    }
}

/// So many dimensions share a number.
const NUMBER: usize = u64::BITS as usize;

/// Which of a vector's values are such, a bit each.
fn packed<T: Copy>(vector: &[T], is_such: impl Fn(T) -> bool) -> impl Iterator<Item = u64> {
    vector.chunks(NUMBER).map(move |values| {
        let bits = values.iter().enumerate();
        bits.fold(0, |packed, (bit, value)| packed | (u64::from(is_such(*value)) << bit))
    })
}

fn bytes_of(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn numbers_of(bytes: &[u8]) -> Vec<u64> {
    let (numbers, rest) = bytes.as_chunks();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let last = (!rest.is_empty()).then_some(&last);
    numbers.iter().chain(last).map(|bytes| u64::from_le_bytes(*bytes)).collect()
}

/// A vector made ready to be compared with many codes: in whole steps, of which the bits of one worth are kept
/// together. A processor counts 64 of those at once, however many of them a code has.
#[derive(Debug, Clone)]
pub struct CodeReader {
    /// For each bit of a step, the lowest first, the dimensions that have it. The highest takes away, as in any
    /// signed number.
    bits: Vec<u64>,
    /// All steps together.
    sum: i32,
    /// What one step adds to a cosine.
    step: f32,
}

/// So many bits has a step: what is lost by rounding to it is a tenth of what a code has lost already.
const BITS: usize = 6;
const MOST_STEPS: f32 = ((1 << (BITS - 1)) - 1) as f32;

impl CodeReader {
    /// Gets a vector of unit length ready.
    pub fn new(vector: &[f32]) -> Self {
        let largest = vector.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        let scale = if largest.is_finite() { largest / MOST_STEPS } else { 0.0 };
        let steps = |value: &f32| if scale > 0.0 { (value / scale).round() as i32 } else { 0 };
        let steps: Vec<i32> = vector.iter().map(steps).collect();
        let with_bit = |bit| packed(&steps, move |step: i32| step >> bit & 1 == 1);
        Self {
            bits: (0..BITS).flat_map(with_bit).collect(),
            sum: steps.iter().sum(),
            step: scale / (vector.len().max(1) as f32).sqrt(),
        }
    }

    /// The cosine with what a code stands for, a vector of equal parts; 0 with one of another length.
    pub fn cosine(&self, code: &[u64]) -> f64 {
        if code.len() * BITS == self.bits.len() {
            self.cosine_at(held(&self.bits, code))
        } else {
            0.0
        }
    }

    /// The cosine with the nearest of some codes; 0 when it points to none of them.
    pub fn nearest(&self, codes: &Codes) -> f64 {
        if codes.numbers.is_empty() || codes.width * BITS != self.bits.len() {
            return 0.0;
        }
        let most = pulp::Arch::new().dispatch(|| match codes.width {
            4 => most_held(&self.bits, &codes.numbers, 4),
            6 => most_held(&self.bits, &codes.numbers, 6),
            width => most_held(&self.bits, &codes.numbers, width),
        });
        most.map_or(0.0, |held| self.cosine_at(held).max(0.0))
    }

    /// The cosine with a code that has so many of the steps: those it has not count against it.
    fn cosine_at(&self, held: i32) -> f64 {
        f64::from((2 * held - self.sum) as f32 * self.step)
    }
}

/// The most steps that one of the codes has. It is built for each width that is written out where it is called, and
/// its loops are written out, too: whatever they called would be built for processors that cannot count bits.
#[inline(always)]
fn most_held(bits: &[u64], codes: &[u64], width: usize) -> Option<i32> {
    let mut most = None;
    for code in codes.chunks_exact(width) {
        most = most.max(Some(held(bits, code)));
    }
    most
}

/// How many of the steps a code has: the sum over the dimensions in which it points that way.
#[inline(always)]
fn held(bits: &[u64], code: &[u64]) -> i32 {
    let mut sum = 0;
    for (bit, having) in bits.chunks_exact(code.len().max(1)).enumerate() {
        let mut shared = 0;
        for (having, code) in having.iter().zip(code) {
            shared += (having & code).count_ones();
        }
        let worth = shared.cast_signed() << bit;
        sum += if bit + 1 == BITS { -worth } else { worth };
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::{super::tests::unit, *};

    fn waves(dimensions: usize, length: f32) -> Vec<f32> {
        unit(&(0..dimensions).map(|n| (n as f32 * length).cos()).collect::<Vec<_>>())
    }

    #[test]
    fn a_code_survives_as_bytes_and_tells_directions_apart() {
        let vector = waves(100, 1.0);
        let code = Code::of(&vector);
        assert_eq!(Code::from_bytes(&code.to_bytes()), code);
        assert_eq!(code.distance(&code), 0);
        let opposite = Code::of(&vector.iter().map(|value| -value).collect::<Vec<_>>());
        assert_eq!(code.distance(&opposite), 100);
        let reader = CodeReader::new(&vector);
        assert!(reader.cosine(&code.0) > 0.85);
        assert!((reader.cosine(&code.0) + reader.cosine(&opposite.0)).abs() < 1e-5);
    }

    #[test]
    fn a_code_is_as_near_as_the_vector_of_equal_parts_it_stands_for() {
        for dimensions in [100, 256, 384, 768] {
            let reader = CodeReader::new(&waves(dimensions, 0.7));
            for length in [0.69, 0.7, 0.9, 2.3] {
                let code = Code::of(&waves(dimensions, length));
                let parts = (0..dimensions)
                    .map(|n| if code.0[n / 64] >> (n % 64) & 1 == 1 { 1.0 } else { -1.0 });
                let parts = unit(&parts.collect::<Vec<_>>());
                let exact: f32 =
                    waves(dimensions, 0.7).iter().zip(&parts).map(|(a, b)| a * b).sum();
                let read = reader.cosine(&code.0);
                assert!(
                    (read - f64::from(exact)).abs() < 0.005,
                    "{dimensions} {length}: {read}, {exact}"
                );
            }
        }
    }

    #[test]
    fn the_nearest_of_several_codes_is_found_whatever_their_length() {
        for dimensions in [100, 256, 384, 768] {
            let vectors = [2.3, 0.701, 0.9].map(|length| waves(dimensions, length));
            let codes = Codes::of(vectors.iter().map(Vec::as_slice));
            let reader = CodeReader::new(&waves(dimensions, 0.7));
            let cosines = vectors.iter().map(|vector| reader.cosine(&Code::of(vector).0));
            let expected = cosines.fold(0.0, f64::max);
            assert!(expected > 0.1, "{dimensions}");
            assert_eq!(reader.nearest(&codes), expected, "{dimensions}");
        }
    }

    #[test]
    fn codes_survive_as_bytes_and_half_a_code_is_left_out() {
        let vectors = [waves(384, 0.7), waves(384, 0.9)];
        let codes = Codes::of(vectors.iter().map(Vec::as_slice));
        let mut bytes = codes.to_bytes();
        assert_eq!(Codes::from_bytes(&bytes, 384), codes);
        bytes.extend([1; 20]);
        assert_eq!(Codes::from_bytes(&bytes, 384), codes);
        assert_eq!(Codes::from_bytes(&[], 384), Codes::default());
        assert_eq!(Codes::from_bytes(&bytes, 0), Codes::default());
    }

    #[test]
    fn what_says_nothing_or_is_of_another_length_is_near_nothing() {
        let codes = Codes::of([waves(384, 0.7).as_slice()].into_iter());
        assert_eq!(CodeReader::new(&[0.0; 384]).nearest(&codes), 0.0);
        assert_eq!(CodeReader::new(&[f32::INFINITY; 384]).nearest(&codes), 0.0);
        assert_eq!(CodeReader::new(&waves(256, 0.7)).nearest(&codes), 0.0);
        assert_eq!(CodeReader::new(&waves(384, 0.7)).nearest(&Codes::default()), 0.0);
        assert_eq!(CodeReader::new(&[]).nearest(&Codes::default()), 0.0);
    }
}
