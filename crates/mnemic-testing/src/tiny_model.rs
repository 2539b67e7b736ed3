//! A random model small enough to compute by hand, and a slow, plain computation of it in double precision.

#![expect(missing_docs, reason = "the names of sizes and steps say what they are")]
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]
#![expect(clippy::disallowed_methods, reason = "a model is no file of a vault")]

use std::{collections::BTreeMap, fs, path::Path};

pub const SIZE: usize = 32;
pub const WIDE: usize = 64;
pub const HEADS: usize = 4;
pub const LAYERS: usize = 2;
pub const POSITIONS: usize = 16;
pub const TOKENS: [&str; 14] = [
    "[PAD]", "[UNK]", "[CLS]", "[SEP]", "we", "choose", "##s", "sql", "##ite", ",", "over", "post",
    "##gres", "数",
];

type Matrix = Vec<Vec<f64>>;

/// The tensors by name, each with its shape.
pub struct TinyModel {
    tensors: BTreeMap<String, (Vec<usize>, Vec<f32>)>,
}

impl Default for TinyModel {
    fn default() -> Self {
        Self::new()
    }
}

impl TinyModel {
    pub fn new() -> Self {
        let mut model = Self { tensors: BTreeMap::new() };
        model.add("embeddings.word_embeddings.weight", &[TOKENS.len(), SIZE]);
        model.add("embeddings.position_embeddings.weight", &[POSITIONS, SIZE]);
        model.add("embeddings.token_type_embeddings.weight", &[2, SIZE]);
        model.add_pair("embeddings.LayerNorm", &[SIZE]);
        for layer in 0..LAYERS {
            let name = |rest| format!("encoder.layer.{layer}.{rest}");
            for part in ["attention.self.query", "attention.self.key", "attention.self.value"] {
                model.add_pair(&name(part), &[SIZE, SIZE]);
            }
            model.add_pair(&name("attention.output.dense"), &[SIZE, SIZE]);
            model.add_pair(&name("attention.output.LayerNorm"), &[SIZE]);
            model.add_pair(&name("intermediate.dense"), &[WIDE, SIZE]);
            model.add_pair(&name("output.dense"), &[SIZE, WIDE]);
            model.add_pair(&name("output.LayerNorm"), &[SIZE]);
        }
        model
    }

    fn add_pair(&mut self, name: &str, shape: &[usize]) {
        self.add(&format!("{name}.weight"), shape);
        self.add(&format!("{name}.bias"), &shape[..1]);
    }

    /// Fills a tensor with numbers between -0.5 and 0.5 that depend on its name alone.
    fn add(&mut self, name: &str, shape: &[usize]) {
        let mut state =
            name.bytes().fold(7_u64, |state, byte| state.wrapping_mul(31) + u64::from(byte));
        let numbers = (0..shape.iter().product()).map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1 << 24) as f32 - 0.5
        });
        let numbers = numbers.collect();
        self.tensors.insert(name.to_owned(), (shape.to_vec(), numbers));
    }

    /// Spoils one number of a tensor.
    pub fn set_first(&mut self, name: &str, number: f32) {
        self.tensors.get_mut(name).unwrap().1[0] = number;
    }

    /// Writes the model's folder.
    pub fn write(&self, folder: &Path) {
        let config = format!(
            r#"{{"model_type":"bert","hidden_size":{SIZE},"num_hidden_layers":{LAYERS},
            "num_attention_heads":{HEADS},"intermediate_size":{WIDE},"vocab_size":{},
            "max_position_embeddings":{POSITIONS},"layer_norm_eps":1e-12,"hidden_act":"gelu"}}"#,
            TOKENS.len()
        );
        put(&folder.join("config.json"), config.as_bytes());
        put(&folder.join("vocab.txt"), TOKENS.join("\n").as_bytes());
        put(&folder.join("model.safetensors"), &self.safetensors());
    }

    pub fn safetensors(&self) -> Vec<u8> {
        let mut header = serde_json::Map::new();
        let mut data = Vec::new();
        for (name, (shape, numbers)) in &self.tensors {
            let begin = data.len();
            data.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            let entry = serde_json::json!({"dtype": "F32", "shape": shape, "data_offsets": [begin, data.len()]});
            header.insert(name.clone(), entry);
        }
        let header = serde_json::to_vec(&header).unwrap();
        [&(header.len() as u64).to_le_bytes()[..], &header, &data].concat()
    }

    /// What the model says of each token, computed plainly.
    pub fn encode(&self, tokens: &[usize]) -> Matrix {
        let rows = tokens.iter().enumerate().map(|(position, token)| {
            let add = |column| {
                self.at("embeddings.word_embeddings.weight", *token, column)
                    + self.at("embeddings.position_embeddings.weight", position, column)
                    + self.at("embeddings.token_type_embeddings.weight", 0, column)
            };
            (0..SIZE).map(add).collect()
        });
        let mut rows: Matrix = self.norm(&rows.collect::<Matrix>(), "embeddings.LayerNorm");
        for layer in 0..LAYERS {
            rows = self.layer(&rows, &format!("encoder.layer.{layer}"));
        }
        rows
    }

    fn layer(&self, rows: &Matrix, name: &str) -> Matrix {
        let [query, key, value] = ["query", "key", "value"]
            .map(|part| self.dense(rows, &format!("{name}.attention.self.{part}"), SIZE));
        let width = SIZE / HEADS;
        let mut seen = vec![vec![0.0; SIZE]; rows.len()];
        for head in 0..HEADS {
            let columns = head * width..(head + 1) * width;
            for (from, seen) in seen.iter_mut().enumerate() {
                let answers: Vec<f64> = (0..rows.len())
                    .map(|to| {
                        let product: f64 =
                            columns.clone().map(|it| query[from][it] * key[to][it]).sum();
                        (product / (width as f64).sqrt()).exp()
                    })
                    .collect();
                let total: f64 = answers.iter().sum();
                for (to, answer) in answers.iter().enumerate() {
                    columns.clone().for_each(|it| seen[it] += answer / total * value[to][it]);
                }
            }
        }
        let seen = self.dense(&seen, &format!("{name}.attention.output.dense"), SIZE);
        let rows = self.norm(&sum(&seen, rows), &format!("{name}.attention.output.LayerNorm"));
        let mut wide = self.dense(&rows, &format!("{name}.intermediate.dense"), WIDE);
        wide.iter_mut()
            .flatten()
            .for_each(|x| *x *= 0.5 * (1.0 + error_function(*x / 2_f64.sqrt())));
        let narrow = self.dense(&wide, &format!("{name}.output.dense"), SIZE);
        self.norm(&sum(&narrow, &rows), &format!("{name}.output.LayerNorm"))
    }

    fn dense(&self, rows: &Matrix, name: &str, width: usize) -> Matrix {
        let (weight, bias) = (format!("{name}.weight"), format!("{name}.bias"));
        let cell = |row: &Vec<f64>, column| {
            let product = |(index, value): (usize, &f64)| value * self.at(&weight, column, index);
            row.iter().enumerate().map(product).sum::<f64>() + self.at(&bias, 0, column)
        };
        rows.iter().map(|row| (0..width).map(|column| cell(row, column)).collect()).collect()
    }

    fn norm(&self, rows: &Matrix, name: &str) -> Matrix {
        let (weight, bias) = (format!("{name}.weight"), format!("{name}.bias"));
        let norm = |row: &Vec<f64>| {
            let mean = row.iter().sum::<f64>() / row.len() as f64;
            let variance = row.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / row.len() as f64;
            let cell = |(column, x): (usize, &f64)| {
                (x - mean) / variance.sqrt() * self.at(&weight, 0, column)
                    + self.at(&bias, 0, column)
            };
            row.iter().enumerate().map(cell).collect()
        };
        rows.iter().map(norm).collect()
    }

    fn at(&self, name: &str, row: usize, column: usize) -> f64 {
        let (shape, numbers) = &self.tensors[name];
        f64::from(numbers[row * shape.last().unwrap() + column])
    }
}

/// The direction of the sum of the rows.
pub fn direction(rows: &[Vec<f64>]) -> Vec<f64> {
    let sum: Vec<f64> = (0..SIZE).map(|column| rows.iter().map(|row| row[column]).sum()).collect();
    let length = sum.iter().map(|x| x * x).sum::<f64>().sqrt();
    sum.iter().map(|x| x / length).collect()
}

/// Writes a file that a test needs.
pub fn put(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap();
}

fn sum(left: &Matrix, right: &Matrix) -> Matrix {
    let add = |(left, right): (&Vec<f64>, &Vec<f64>)| {
        left.iter().zip(right).map(|(l, r)| l + r).collect()
    };
    left.iter().zip(right).map(add).collect()
}

fn error_function(x: f64) -> f64 {
    if x.abs() > 5.0 {
        return x.signum();
    }
    let (mut term, mut sum) = (x, x);
    for n in 1..300_i32 {
        term *= -x * x / f64::from(n);
        sum += term / f64::from(2 * n + 1);
    }
    sum * 2.0 / std::f64::consts::PI.sqrt()
}
