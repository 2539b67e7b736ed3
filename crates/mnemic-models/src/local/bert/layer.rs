//! One layer of the encoder: self-attention, then a feed-forward network, each with a residual and a norm.

use ndarray::{
    Array1, Array2, ArrayView2, ArrayViewMut2, Axis, concatenate, linalg::general_mat_mul,
};

use super::Norm;
use crate::local::{
    config::Config,
    numeric::{gelu, softmax},
    weights::Weights,
};

/// The matrices of one layer.
#[derive(Debug)]
pub(super) struct Layer {
    heads: usize,
    /// Query, key and value in one matrix: one product instead of three.
    attention: Dense,
    attention_output: Dense,
    attention_norm: Norm,
    ffn_up: Dense,
    ffn_down: Dense,
    norm: Norm,
}

/// A matrix product and what is added to it.
#[derive(Debug)]
struct Dense {
    weight: Array2<f32>,
    bias: Array1<f32>,
}

impl Layer {
    pub(super) fn take(weights: &mut Weights, name: &str, config: &Config) -> Result<Self, String> {
        let (size, wide) = (config.hidden_size, config.intermediate_size);
        let mut dense = |rest: &str, shape| Dense::take(weights, &format!("{name}.{rest}"), shape);
        let query = dense("attention.self.query", [size, size])?;
        let key = dense("attention.self.key", [size, size])?;
        let value = dense("attention.self.value", [size, size])?;
        let attention_output = dense("attention.output.dense", [size, size])?;
        let ffn_up = dense("intermediate.dense", [wide, size])?;
        let ffn_down = dense("output.dense", [size, wide])?;
        Ok(Self {
            heads: config.num_attention_heads,
            attention: Dense::stack([query, key, value]),
            attention_output,
            attention_norm: Norm::take(
                weights,
                &format!("{name}.attention.output.LayerNorm"),
                config,
            )?,
            ffn_up,
            ffn_down,
            norm: Norm::take(weights, &format!("{name}.output.LayerNorm"), config)?,
        })
    }

    /// Sends the rows of texts of these lengths through the layer.
    pub(super) fn pass(&self, rows: &mut Array2<f32>, lengths: &[usize]) {
        let attended = self.attend(&self.attention.apply(rows.view()), lengths);
        self.attention_output.add(attended.view(), rows);
        self.attention_norm.apply(rows);
        let mut wide = self.ffn_up.apply(rows.view());
        gelu(wide.as_slice_mut().expect("the matrix was just made"));
        self.ffn_down.add(wide.view(), rows);
        self.norm.apply(rows);
    }

    fn attend(&self, projections: &Array2<f32>, lengths: &[usize]) -> Array2<f32> {
        let size = projections.ncols() / 3;
        let width = size / self.heads;
        let mut attended = Array2::zeros((projections.nrows(), size));
        let mut start = 0;
        for length in lengths {
            let range = start..start + length;
            let text = projections.slice_axis(Axis(0), range.clone().into());
            let mut rows = attended.slice_axis_mut(Axis(0), range.into());
            for left in (0..size).step_by(width) {
                let part = |from| text.slice_axis(Axis(1), (from..from + width).into());
                let to = rows.slice_axis_mut(Axis(1), (left..left + width).into());
                attend_head(part(left), part(size + left), part(2 * size + left), to);
            }
            start += length;
        }
        attended
    }
}

/// Scaled dot-product attention of one head.
fn attend_head(
    query: ArrayView2<f32>,
    key: ArrayView2<f32>,
    value: ArrayView2<f32>,
    mut to: ArrayViewMut2<f32>,
) {
    let scale = 1.0 / (query.ncols() as f32).sqrt();
    let mut scores = Array2::zeros((query.nrows(), key.nrows()));
    general_mat_mul(scale, &query, &key.t(), 0.0, &mut scores);
    for mut row in scores.rows_mut() {
        softmax(row.as_slice_mut().expect("the matrix was just made"));
    }
    general_mat_mul(1.0, &scores, &value, 0.0, &mut to);
}

impl Dense {
    fn take(weights: &mut Weights, name: &str, shape: [usize; 2]) -> Result<Self, String> {
        Ok(Self {
            weight: weights.matrix(&format!("{name}.weight"), shape)?,
            bias: weights.row(&format!("{name}.bias"), shape[0])?,
        })
    }

    fn stack(parts: [Self; 3]) -> Self {
        let weight = concatenate(Axis(0), &parts.each_ref().map(|part| part.weight.view()));
        let bias = concatenate(Axis(0), &parts.each_ref().map(|part| part.bias.view()));
        Self {
            weight: weight.expect("the three have the same width"),
            bias: bias.expect("rows can always be put end to end"),
        }
    }

    fn apply(&self, rows: ArrayView2<f32>) -> Array2<f32> {
        let shape = (rows.nrows(), self.weight.nrows());
        let mut product = self.bias.broadcast(shape).expect("the bias has this width").to_owned();
        general_mat_mul(1.0, &rows, &self.weight.t(), 1.0, &mut product);
        product
    }

    /// Adds the product to `sum`.
    fn add(&self, rows: ArrayView2<f32>, sum: &mut Array2<f32>) {
        *sum += &self.bias;
        general_mat_mul(1.0, &rows, &self.weight.t(), 1.0, sum);
    }
}
