//! Who plays: a setting of this engine, or another program.
//!
//! Fields `Name=Value` with commas between them. A spec that contains a semicolon is divided at semicolons instead,
//! so that values may contain commas. `name` is what the player is called in reports. With `cmd`, a program and its
//! arguments (divided at blanks outside double quotes, no shell), the player is that program, started in the folder
//! `dir`; without it, this engine. `nodes`, `movetime`, `depth`, `tc` and `byoyomi` are its own limit, `odds` how many
//! times the common one it has. Where positions are asked about and no games are played, `ask` says what a program is
//! asked for. All other fields are options of the protocol, and for this engine parameters of its search as well
//! ([`Params::NAMES`]); books and the log belong to a dialogue, which only programs have.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};

use super::super::contender::Ask;
use super::clock::{Limit, LimitFields};
use super::game::MatchGame;
use super::player::{External, Halt, Internal, Player};
use crate::eval::EvaluationKind;
use crate::eval::net::Net;
use crate::game::quote;
use crate::lab::number::{expected, no_such, no_value, twice};
use crate::lang::tr;
use crate::protocol::Settings;
use crate::protocol::client::Launch;
use crate::search::Params;

/// Table of a player for games of few nodes a move, in MiB.
const SMALL_HASH: usize = 2;
/// Fields that are no options of the player: what it is called, and how it is started, asked and limited.
const OUR_FIELDS: [&str; 5] = ["name", "cmd", "dir", "ask", "odds"];
/// Largest odds of time or nodes.
const MOST_ODDS: f64 = 10_000.0;

/// Who plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The spec itself.
    pub text: String,
    /// What the player is called.
    pub name: String,
    /// What a program is asked for about positions, if that was said.
    pub ask: Option<Ask>,
    /// What it may use for its moves.
    pub limit: Limit,
    /// How many times the common limit that is, where it has none of its own.
    odds: Option<f64>,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    Own(Box<Own>),
    Program(Launch, Vec<(String, String)>),
}

/// A setting of this engine.
#[derive(Clone, Debug, Default, PartialEq)]
struct Own {
    settings: Settings,
    params: Params,
}

impl Own {
    /// Sets an option of the protocol or a parameter of the search.
    fn set<D: MatchGame>(&mut self, name: &str, value: &str) -> Result<()> {
        let option = D::OPTIONS.iter().find(|option| option.is_named(name));
        let param = Params::NAMES.iter().find(|known| known.eq_ignore_ascii_case(name));
        match (option, param) {
            (Some(option), _) if option.is_for_dialogue() => bail!(tr!(
                "{name} is for a program that cmd names, such as cmd=somatic {protocol}",
                name = option.name,
                protocol = D::NAME
            )),
            (Some(_), _) => _ = self.settings.set_by_name::<D>(name, value)?,
            (None, Some(known)) => self.params.set(known, value)?,
            (None, None) => bail!(tr!(
                "unknown option {name}; expected one of {options}, or a parameter of the search: {params}",
                name = quote(name),
                options = D::OPTIONS.iter().map(|option| option.name).collect::<Vec<_>>().join(", "),
                params = Params::NAMES.join(", ")
            )),
        }
        Ok(())
    }
}

impl Spec {
    /// Reads a spec; an empty one is this engine as it is.
    pub(crate) fn parse<D: MatchGame>(text: &str) -> Result<Self> {
        Self::for_games::<D>(text, Settings::default())
    }

    /// The same for games of few nodes a move: without a `Hash` of its own the player has the small table that such
    /// games need, as clearing a large one before each game takes a part of their time.
    pub(crate) fn parse_small<D: MatchGame>(text: &str) -> Result<Self> {
        Self::for_games::<D>(text, Settings { hash: SMALL_HASH, ..Settings::default() })
    }

    /// The same of one who is asked about positions.
    pub(crate) fn parse_asked<D: MatchGame>(text: &str) -> Result<Self> {
        Self::parse_over::<D>(text, Settings::default())?.unlimited()
    }

    /// The same, refused if it has a limit of its own, which nobody would heed.
    pub(crate) fn unlimited(self) -> Result<Self> {
        if self.is_limited() { Err(expected("no limit in a SPEC here")) } else { Ok(self) }
    }

    /// Whether it says itself what the player may use.
    fn is_limited(&self) -> bool {
        self.odds.is_some() || !self.limit.is_none()
    }

    /// The player with this limit of its own, if there is any, and else with the common one, or as its SPEC says.
    ///
    /// # Errors
    /// If both say something, and see [`Self::limited`].
    pub fn with_own<D: MatchGame>(self, own: &Limit, common: &Limit) -> Result<Self> {
        if own.is_none() {
            return self.limited::<D>(common);
        }
        ensure!(!self.is_limited(), expected("a limit of its own in the SPEC or as an option, not both"));
        self.limited::<D>(own)
    }

    fn for_games<D: MatchGame>(text: &str, usual: Settings) -> Result<Self> {
        let spec = Self::parse_over::<D>(text, usual)?;
        ensure!(spec.ask.is_none(), tr!("ask is for compare, suite and accuracy"));
        Ok(spec)
    }

    /// Reads a spec of this engine with its `usual` settings where nothing else is said, or of another program.
    fn parse_over<D: MatchGame>(text: &str, usual: Settings) -> Result<Self> {
        let separator = if text.contains(';') { ';' } else { ',' };
        let mut limit = LimitFields::default();
        let mut options: Vec<(String, String)> = Vec::new();
        for field in text.split(separator).map(str::trim).filter(|field| !field.is_empty()) {
            let named = field.split_once('=').map(|(key, value)| (key.trim(), value.trim()));
            let named = named.filter(|(key, _)| !key.is_empty());
            let (key, value) = named.ok_or_else(|| no_such(field, "Name=Value"))?;
            if limit.set(key, value).with_context(|| quote(field))? {
                continue;
            }
            let is_option = |name: &str| !OUR_FIELDS.contains(&name);
            let is_same = |known: &str| {
                known == key || is_option(known) && is_option(key) && known.eq_ignore_ascii_case(key)
            };
            ensure!(!options.iter().any(|(known, _)| is_same(known)), twice(key));
            options.push((key.to_owned(), value.to_owned()));
        }
        let [name, command, folder, ask, odds] = OUR_FIELDS.map(|name| {
            let at = options.iter().position(|(key, _)| key == name)?;
            Some(options.remove(at).1)
        });
        let (own_name, kind) = match command {
            Some(command) => {
                let launch = launch(&command, folder.map(PathBuf::from))?;
                let file = Path::new(&launch.program).file_name();
                let own_name =
                    file.map_or_else(|| launch.program.clone(), |n| n.to_string_lossy().into_owned());
                (own_name, Kind::Program(launch, options))
            }
            None if folder.is_some() || ask.is_some() => {
                let name = if folder.is_some() { "dir" } else { "ask" };
                bail!(tr!("{name} is for a program that cmd names", name));
            }
            None => {
                let mut own = Own { settings: usual, params: Params::default() };
                let mut fields = Vec::new();
                for (key, value) in &options {
                    own.set::<D>(key, value)?;
                    fields.push(format!("{key}={value}"));
                }
                let own_name = if fields.is_empty() { "somatic".to_owned() } else { fields.join(",") };
                (own_name, Kind::Own(Box::new(own)))
            }
        };
        let ask = ask.as_deref().map(Ask::parse).transpose()?;
        let limit = limit.limit()?;
        let odds = odds.map(|text| read_odds(&text)).transpose()?;
        ensure!(odds.is_none() || limit.is_none(), expected("odds or a limit of its own, not both"));
        let (text, name) = (text.trim().to_owned(), name.unwrap_or(own_name));
        Ok(Self { text, name, ask, limit, odds, kind })
    }

    /// Whether it is this engine.
    pub const fn is_own(&self) -> bool {
        self.own().is_some()
    }

    /// The player with the common limit, or its odds of it, unless it has one of its own.
    ///
    /// # Errors
    /// If there is none, or the game has no such clock.
    pub fn limited<D: MatchGame>(mut self, common: &Limit) -> Result<Self> {
        if self.odds.is_some() && common.depth.is_some() {
            return Err(expected("nodes or a time beside odds, not a depth"));
        }
        if self.limit.is_none() {
            self.limit = common.times(self.odds.unwrap_or(1.0));
        }
        ensure!(!self.limit.is_none(), expected("a limit: nodes, movetime, depth, tc or byoyomi"));
        if !D::HAS_DECLARATIONS && self.limit.clock.is_some_and(|clock| !clock.byoyomi.is_zero()) {
            bail!(tr!("byoyomi is for shogi"));
        }
        Ok(self)
    }

    const fn own(&self) -> Option<&Own> {
        if let Kind::Own(own) = &self.kind { Some(own) } else { None }
    }

    /// The net of a file that this engine plays with.
    fn net_of_file(&self) -> Option<&Net> {
        match &self.own()?.settings.evaluation {
            EvaluationKind::Net(net) => Some(net),
            _ => None,
        }
    }

    /// The parameters of this engine's search; nothing for another program.
    pub fn params(&self) -> Option<&Params> {
        self.own().map(|own| &own.params)
    }

    /// The hash of the net's file that this engine plays with, if it plays with one.
    pub fn net(&self) -> Option<String> {
        self.net_of_file().map(|net| format!("{:016x}", net.fingerprint()))
    }

    /// The files that it reads: a net of this engine.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.net_of_file().map(Net::path).into_iter()
    }

    /// Whether it may play the same game in another way: by a clock or by chance.
    pub(crate) fn varies(&self) -> bool {
        let Limit { move_time, clock, .. } = self.limit;
        move_time.is_some() || clock.is_some() || self.own().is_some_and(|own| own.settings.is_by_chance())
    }

    /// This engine as a player whose parameters can be changed; nothing for another program.
    pub(crate) fn internal<D: MatchGame>(&self, halt: &Arc<Halt>) -> Option<Internal<D>> {
        self.own().map(|own| Internal::new(&own.settings, &own.params, halt))
    }

    /// A player of this kind, started when it is needed; where no clock runs a program may be silent for so long.
    pub fn player<D: MatchGame>(&self, patience: Duration, halt: &Arc<Halt>) -> Box<dyn Player<D::Game>> {
        match &self.kind {
            Kind::Own(own) => Box::new(Internal::<D>::new(&own.settings, &own.params, halt)),
            Kind::Program(launch, options) => Box::new(External::<D>::new(launch, options, patience, halt)),
        }
    }

    /// The same of another program; nothing for this engine.
    pub fn external<D: MatchGame>(&self, patience: Duration, halt: &Arc<Halt>) -> Option<External<D>> {
        let Kind::Program(launch, options) = &self.kind else { return None };
        Some(External::new(launch, options, patience, halt))
    }
}

fn read_odds(text: &str) -> Result<f64> {
    let odds = text.parse().ok().filter(|odds| MOST_ODDS.recip() <= *odds && *odds <= MOST_ODDS);
    odds.ok_or_else(|| no_value("odds", text, "how many times the common limit, such as 4 or 0.5"))
}

fn launch(command: &str, folder: Option<PathBuf>) -> Result<Launch> {
    let mut words: Vec<String> = Vec::new();
    let (mut quoted, mut word_is_open) = (false, false);
    for letter in command.chars() {
        if letter.is_whitespace() && !quoted {
            word_is_open = false;
            continue;
        }
        if !word_is_open {
            words.push(String::new());
            word_is_open = true;
        }
        match words.last_mut() {
            Some(word) if letter != '"' => word.push(letter),
            _ => quoted = !quoted,
        }
    }
    let is_named = words.first().is_some_and(|program| !program.is_empty());
    ensure!(is_named && !quoted, no_value("cmd", command, "a program and its arguments"));
    Ok(Launch { program: words.remove(0), arguments: words, folder })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Uci, Usi};
    use crate::search::Delay;
    use crate::search::horizon::Tactics;

    fn own(text: &str) -> Own {
        let Kind::Own(own) = Spec::parse::<Usi>(text).expect(text).kind else { panic!("{text}: a program") };
        *own
    }

    fn program(text: &str) -> (Launch, Vec<(String, String)>) {
        let Kind::Program(launch, options) = Spec::parse::<Usi>(text).expect(text).kind else {
            panic!("{text}: our own");
        };
        (launch, options)
    }

    #[test]
    fn settings_go_by_the_names_of_the_protocol() {
        let Own { settings, params } = own("Tactics=soma, hash=8,Threads=2");
        assert_eq!(params, Params::default());
        assert_eq!((settings.tactics, settings.hash, settings.threads), (Tactics::Soma, 8, 2));
        assert_eq!(own(""), Own::default());
        let name = |text| Spec::parse::<Usi>(text).expect(text).name;
        assert_eq!(name(""), "somatic");
        assert_eq!(name("Tactics=soma,Hash=1"), "Tactics=soma,Hash=1");
        assert_eq!(name("Tactics=soma,name=static"), "static");
        assert_eq!(name("cmd=/usr/games/gnuchess --uci"), "gnuchess");
        let spec = Spec::parse::<Uci>("Move Overhead=20").expect("a spec");
        assert!(
            matches!(spec.kind, Kind::Own(own) if own.settings.time.network_delay == Delay::Asked(Duration::from_millis(20)))
        );
    }

    #[test]
    fn parameters_of_the_search_go_by_their_names() {
        let Own { settings, params } = own("Tactics=quiescence,horizon_delta=350,Horizon_See=false");
        assert_eq!(settings.tactics, Tactics::Quiescence);
        let expected = Params::default().with(|p| {
            p.horizon.delta = 350;
            p.horizon.see = false;
        });
        assert_eq!(params, expected);
        let name = Spec::parse::<Uci>("nmp_depth=4").expect("a spec").name;
        assert_eq!(name, "nmp_depth=4", "in both games, and in the player's name");
    }

    #[test]
    fn programs_have_arguments_and_options() {
        let (launch, options) = program("cmd=/opt/an engine --book a,b;Skill Level=3;Clear Hash=;dir=/tmp");
        assert_eq!([&launch.program, &launch.arguments.join("|")], ["/opt/an", "engine|--book|a,b"]);
        assert_eq!(launch.folder.as_deref(), Some(Path::new("/tmp")));
        let texts: Vec<(&str, &str)> = options.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(texts, [("Skill Level", "3"), ("Clear Hash", "")]);
        let (launch, _) = program("cmd=\"/opt/an engine\" \"\" x ");
        assert_eq!([&launch.program, &launch.arguments.join("|")], ["/opt/an engine", "|x"]);
    }

    #[test]
    fn a_limit_is_the_players_own_or_a_part_of_the_common_one() {
        let common = Limit { nodes: Some(100), ..Limit::default() };
        let limit = |text: &str| {
            let spec = Spec::parse::<Usi>(text).expect(text).limited::<Usi>(&common).expect(text);
            (spec.limit.to_string(), spec.name)
        };
        assert_eq!(limit("Hash=1"), ("nodes 100".to_owned(), "Hash=1".to_owned()));
        assert_eq!(limit("Hash=1,odds=4").0, "nodes 400");
        assert_eq!(limit("odds=0.001").0, "nodes 1");
        assert_eq!(limit("tc=1+0.5,depth=3"), ("tc 1+0.5 depth 3".to_owned(), "somatic".to_owned()));
        assert_eq!(limit("cmd=x,movetime=50,Hash=1").0, "movetime 50");
        let spec = Spec::parse::<Uci>("").expect("a spec");
        assert!(spec.clone().limited::<Uci>(&Limit::default()).is_err(), "no limit at all");
        assert!(Spec::parse::<Uci>("byoyomi=5").expect("a spec").limited::<Uci>(&common).is_err());
    }

    #[test]
    fn what_nobody_would_heed_is_refused() {
        assert!(Spec::parse::<Usi>("cmd=somatic usi,BookFile=a.db").is_ok());
        for limited in ["odds=2", "nodes=5"] {
            assert!(Spec::parse_asked::<Usi>(limited).is_err(), "{limited} would be ignored");
        }
    }
}
