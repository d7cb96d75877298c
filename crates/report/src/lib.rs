//! Reports: what people and machines get to see of a verdict. Text for a terminal, HTML to look at, SARIF for code scanning, SVG for figures; JSON is
//! the verdict's own form (`verdict::Report`). Knows no engine. A memory model is asked only to say why it lets an execution happen.

mod describe;
pub mod html;
mod lanes;
pub mod plot;
mod sarif;
mod steps;
mod style;
mod text;
mod verdicts;
mod why;

pub use sarif::sarif;
pub use steps::{Phase, Step, steps};
pub use style::Style;
pub use text::{Certification, TextOptions, render_report, render_witness, scope_words};
pub use verdicts::{property_name, render_short};
