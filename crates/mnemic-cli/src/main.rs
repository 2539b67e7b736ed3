//! skeleton
fn main(){}
