//! Reports: what people and machines get to see of a verdict. Text for a terminal, SARIF for code scanning; JSON is
//! the verdict's own form (`verdict::Report`). Knows verdicts, no engine and no model.

mod describe;
mod lanes;
mod sarif;
mod steps;
mod style;
mod text;

pub use sarif::sarif;
pub use steps::{Phase, Step, steps};
pub use style::Style;
pub use text::{Explanation, TextOptions, render_report, render_witness};
