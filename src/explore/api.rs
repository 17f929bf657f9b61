//! What can be asked: the files of the page, and questions in JSON.

use std::sync::Mutex;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::http::{Refusal, Request, Response, bad};
use super::question::{Asker, game_kind};
use super::search::{SearchSettings, Searcher};
use super::{lesson, play, position, record, setup, views};
use crate::lang::{self, Language, tr};
use crate::report::{frame, game, picture};

/// The media type of answers.
pub const JSON: &str = "application/json";
/// The path of the request that ends the server.
pub const STOP: &str = "/api/stop";

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// The scripts of the page: path and text; those of the page of a game come from there.
const SCRIPTS: [(&str, &str); 10] = [
    ("/dom.js", frame::DOM.1),
    ("/board.js", game::BOARD_MODULE.1),
    ("/game.js", game::GAME_MODULE.1),
    ("/mark.js", picture::MARK.1),
    ("/live.js", include_str!("web/live.js")),
    ("/setup.js", include_str!("web/setup.js")),
    ("/views.js", include_str!("web/views.js")),
    ("/play.js", include_str!("web/play.js")),
    ("/server.js", include_str!("web/server.js")),
    ("/lesson.js", include_str!("web/lesson.js")),
];
const STYLE: &str = "/style.css";
const OWN_STYLE: &str = include_str!("web/page.css");

/// What answers requests.
#[derive(Debug)]
pub struct Api {
    pub(super) searcher: Searcher,
    /// Held while strategies are asked.
    turn: Mutex<()>,
    style: String,
    html: String,
    lesson: String,
    /// What the page speaks.
    pub(super) language: Language,
}

#[derive(Debug, Deserialize)]
struct SearchNumber {
    id: u64,
}

impl Api {
    /// Searches with these settings, and speaks this language.
    pub fn new(settings: SearchSettings, language: Language) -> Self {
        let style = [&frame::style(), picture::STYLE, game::STYLE, OWN_STYLE].join("\n");
        let html = include_str!("web/page.html").replace("<!--board-->", game::BOARD);
        let html = html.replace("<!--levels-->", &play::levels());
        let html = lang::within(language, || lang::filled(&html.replace("<!--game-->", &game::moves())));
        let lesson = lang::within(language, || lang::filled(include_str!("web/lesson.html")));
        Self { searcher: Searcher::new(settings), turn: Mutex::default(), style, html, lesson, language }
    }

    /// Answers a request; long work ends when nobody waits for it any longer.
    ///
    /// # Errors
    /// Says why it is not answered.
    pub fn answer(&self, request: &Request, asker: &Asker) -> Result<Response, Refusal> {
        lang::within(self.language, || self.answer_here(request, asker))
    }

    fn answer_here(&self, request: &Request, asker: &Asker) -> Result<Response, Refusal> {
        let path = request.path.as_str();
        if let Some((_, text)) = SCRIPTS.iter().find(|(own, _)| *own == path) {
            return file(request, JAVASCRIPT, text);
        }
        match path {
            "/" => file(request, HTML, &self.html),
            "/lesson" => file(request, HTML, &self.lesson),
            STYLE => file(request, CSS, &self.style),
            "/api/kit" => get(request, || kit(&request.query)),
            "/api/lesson" => get(request, || lesson::answer(&request.query)),
            "/api/search" if request.method == "GET" => {
                get(request, || Ok(self.searcher.poll(search_number(&request.query)?)))
            }
            "/api/search" => post(request, |question| self.searcher.start(&question)),
            "/api/search/stop" => post(request, |SearchNumber { id }| {
                self.searcher.stop(id);
                Ok(self.searcher.poll(id))
            }),
            "/api/read" => post(request, |pasted| record::answer(&pasted, asker)),
            "/api/position" => post(request, |question| position::answer(&question)),
            "/api/setup" => post(request, |board| setup::answer(&board)),
            "/api/table" => post(request, |question| views::table(&question)),
            "/api/verdicts" => post(request, |question| views::verdicts(&question, &self.turn, asker)),
            "/api/judge" => post(request, |question| views::judge(&question, &self.turn)),
            "/api/record" => post(request, |question| record::text(&question)),
            "/api/why" => post(request, |question| views::why(&question)),
            "/api/play" => post(request, |question| play::answer(&question, asker)),
            "/api/worth" => post(request, |question| views::worth(&question)),
            STOP => post(request, |_: Json| Ok(json!({ "stopped": true }))),
            _ => Err(Refusal::new(404, tr!("there is nothing at this path"))),
        }
    }
}

fn kit(query: &str) -> Result<Json, Refusal> {
    game_kind(query.strip_prefix("game=").unwrap_or(query)).map(picture::kit)
}

fn search_number(query: &str) -> Result<u64, Refusal> {
    let number = query.strip_prefix("id=").and_then(|id| id.parse().ok());
    number.ok_or_else(|| bad(tr!("expected id=N, the number of a search")))
}

fn file(request: &Request, content_type: &'static str, text: &str) -> Result<Response, Refusal> {
    check_method(request, &["GET", "HEAD"])?;
    Ok(Response { status: 200, content_type, body: text.as_bytes().to_vec() })
}

fn get<A: Serialize>(
    request: &Request,
    answer: impl FnOnce() -> Result<A, Refusal>,
) -> Result<Response, Refusal> {
    check_method(request, &["GET", "HEAD"])?;
    as_json(&answer()?)
}

/// Answers a question in JSON. Another page's form cannot send that type of text, and its
/// script would have to ask first.
fn post<Q: DeserializeOwned, A: Serialize>(
    request: &Request,
    answer: impl FnOnce(Q) -> Result<A, Refusal>,
) -> Result<Response, Refusal> {
    check_method(request, &["POST"])?;
    if request.content_type != JSON {
        return Err(Refusal::new(415, tr!("expected a body of the type {type}", type = JSON)));
    }
    let question = serde_json::from_slice(&request.body);
    as_json(&answer(question.map_err(|fault| bad(tr!("the body: {fault}", fault)))?)?)
}

fn check_method(request: &Request, allowed: &[&str]) -> Result<(), Refusal> {
    if allowed.contains(&request.method.as_str()) {
        return Ok(());
    }
    Err(Refusal::new(405, tr!("expected the method {method}", method = allowed.join(" or "))))
}

fn as_json(answer: &impl Serialize) -> Result<Response, Refusal> {
    let body = serde_json::to_vec(answer).map_err(|error| Refusal::new(500, error.to_string()))?;
    Ok(Response { status: 200, content_type: JSON, body })
}
