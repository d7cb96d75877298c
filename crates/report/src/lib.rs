//! Reports: what people and machines get to see of a verdict. Text for a terminal, HTML to look at, SARIF for code scanning; JSON is
//! the verdict's own form (`verdict::Report`). Knows no engine. A memory model is asked only to say why it lets an execution happen.

mod describe;
pub mod html;
mod lanes;
mod sarif;
mod steps;
mod style;
mod text;
mod why;

pub use sarif::sarif;
pub use steps::{Phase, Step, steps};
pub use style::Style;
pub use text::{Certification, TextOptions, render_report, render_witness};
