//! The page of a prediction from a recorded run.

use super::page;
use serde_json::Value;

/// A page from what `selvedge predict TRACE --format json` prints (`docs/predict.md`). Fields that are missing are not shown.
pub fn predictions_page(title: &str, prediction: &Value) -> String {
    page(title, "predictions", prediction)
}
