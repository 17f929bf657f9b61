// Reads games in KIF, KI2, CSA and JKF with somatic, tsshogi and json-kifu-format, and compares moves, results,
// comments and times.
//
//     npm install tsshogi json-kifu-format
//     node tests/differential/records.mjs SOMATIC GAMES...
//
// GAMES are files that `somatic convert` reads. Each game is written by somatic in every format and read by the
// others; what tsshogi writes of it is read by somatic. Only what a format holds is compared. The exit code is 1 if
// anything differs.

import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequire } from "node:module";

const require = createRequire(join(process.cwd(), "x.js"));
const ts = require("tsshogi");
const { JKFPlayer } = require("json-kifu-format");

const [program, ...files] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "records-"));
const convert = (inputs, to) =>
  execFileSync(program, ["convert", ...inputs, "--to", to], { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "inherit"] }).toString();

/** A line of somatic as plain data. */
function ofLine(line) {
  const [head, ...fields] = line.split(" ; ");
  const game = { moves: head.includes(" moves ") ? head.split(" moves ")[1].split(" ") : [], comments: {}, times: [], result: null };
  for (const field of fields) {
    const [name, ...rest] = field.split(" ");
    const value = rest.join(" ");
    if (name === "times") game.times = JSON.parse(value).split(" ").map((t) => (t === "-" ? 0 : Number(t)));
    if (name === "result") game.result = value;
    if (name === "comment") game.comments[rest[0]] = JSON.parse(rest.slice(1).join(" "));
  }
  return game;
}

const other = (side) => (side === "black" ? "white" : "black");

/** Who won in a special move of tsshogi or JKF. */
function winner(word, mover) {
  const wins = ["enteringOfKing", "foulWin", "winByDefault", "KACHI", "入玉勝ち"];
  const loses = ["resign", "mate", "timeout", "foulLose", "loseByDefault", "TORYO", "TSUMI", "TIME_UP", "ILLEGAL_MOVE"];
  const draws = ["impass", "draw", "repetitionDraw", "maxMoves", "SENNICHITE", "JISHOGI", "HIKIWAKE", "MAX_MOVES"];
  if (wins.includes(word)) return mover;
  if (loses.includes(word)) return other(mover);
  if (draws.includes(word)) return "draw";
  return null;
}

function ofTsshogi(record) {
  if (record instanceof Error) return { error: record.message };
  const game = { moves: [], comments: {}, times: [], result: null };
  for (let node = record.first; node; node = node.next) {
    if (node.ply > 0 && node.move instanceof ts.Move) {
      game.moves.push(node.move.usi);
      game.times.push(node.elapsedMs / 1000);
    } else if (node.ply > 0) {
      game.result = winner(node.move.type, node.nextColor ?? (node.color === "black" ? "black" : "white"));
    }
    const said = node.comment.replace(/\n$/, "");
    if (said) game.comments[node.move instanceof ts.Move || node.ply === 0 ? game.moves.length : game.moves.length] = said;
  }
  return game;
}

const LETTER = { FU: "P", KY: "L", KE: "N", GI: "S", KI: "G", KA: "B", HI: "R" };

function ofJkf(text, name) {
  let player;
  try {
    player = JKFPlayer.parse(text, name);
  } catch (error) {
    return { error: error.message.split("\n")[0] };
  }
  const game = { moves: [], comments: {}, times: [], result: null };
  let mover = null;
  const square = ({ x, y }) => x + "abcdefghi"[y - 1];
  for (const step of player.kifu.moves) {
    if (step.move) {
      const { from, to, piece, promote, color } = step.move;
      game.moves.push(from ? square(from) + square(to) + (promote ? "+" : "") : `${LETTER[piece]}*${square(to)}`);
      game.times.push(step.time ? (step.time.now.h ?? 0) * 3600 + step.time.now.m * 60 + step.time.now.s : 0);
      mover = color === 0 ? "white" : "black";
    }
    if (step.special) game.result = winner(step.special, mover);
    if (step.comments) game.comments[game.moves.length] = step.comments.map((c) => (name.endsWith("csa") ? c.replace(/^\*/, "") : c)).join("\n");
  }
  return game;
}

/** The parts of two games that differ. */
function differing(ours, theirs, parts) {
  if (theirs.error) return ["error: " + theirs.error];
  const text = (game, part) => {
    if (part === "times") return game.moves.map((_, at) => game.times[at] ?? 0).join(" ");
    return JSON.stringify(game[part]);
  };
  return parts.filter((part) => text(ours, part) !== text(theirs, part));
}

const FORMATS = {
  csa: { split: (text) => text.split("\n/\n"), parts: ["moves", "comments", "times", "result"], read: ts.importCSA },
  kifu: { split: (text) => text.split(/\n(?=#KIF)/), parts: ["moves", "comments", "times", "result"], read: ts.importKIF },
  ki2u: { split: (text) => text.split("\n\n"), parts: ["moves", "comments"], read: ts.importKI2 },
  jkf: { split: (text) => text.trim().split("\n"), parts: ["moves", "comments", "times", "result"], read: ts.importJKFString },
};
const totals = {};
function count(name, different, text) {
  const total = (totals[name] ??= { games: 0, differ: 0, parts: {} });
  total.games += 1;
  total.differ += different.length > 0;
  for (const part of different) {
    total.parts[part] ??= { games: 0, example: text };
    total.parts[part].games += 1;
  }
}

const ours = convert(files, "usi").trim().split("\n").map(ofLine);
const written = { csa: [], kifu: [], ki2u: [], jkf: [] };
for (const [name, format] of Object.entries(FORMATS)) {
  const texts = format.split(convert(files, name));
  if (texts.length !== ours.length) throw new Error(`${name}: ${texts.length} games of ${ours.length}`);
  texts.forEach((text, at) => {
    const record = format.read(text.trimEnd() + "\n");
    count(`${name}: tsshogi`, differing(ours[at], ofTsshogi(record), format.parts), text);
    const kind = { csa: "x.csa", kifu: "x.kif", ki2u: "x.ki2", jkf: "x.jkf" }[name];
    count(`${name}: json-kifu-format`, differing(ours[at], ofJkf(text.trimEnd() + "\n", kind), format.parts), text);
    if (record instanceof Error) return;
    for (const [to, write] of Object.entries({ csa: ts.exportCSA, kifu: ts.exportKIF, ki2u: ts.exportKI2, jkf: ts.exportJKFString })) {
      const file = join(folder, `${name}-${at}.${to}`);
      writeFileSync(file, write(record, {}) + "\n");
      written[to].push({ file, at, from: name });
    }
  });
}
for (const [to, list] of Object.entries(written)) {
  const lines = convert(list.map(({ file }) => file), "usi").trim().split("\n");
  if (lines.length !== list.length) throw new Error(`${to} of tsshogi: ${lines.length} games of ${list.length}`);
  list.forEach(({ at, from }, n) => {
    const parts = FORMATS[to].parts.filter((part) => FORMATS[from].parts.includes(part));
    count(`${to} written by tsshogi`, differing(ours[at], ofLine(lines[n]), parts), lines[n]);
  });
}
rmSync(folder, { recursive: true });
for (const [name, { games, differ, parts }] of Object.entries(totals)) {
  const told = Object.entries(parts).map(([part, found]) => `${part} ${found.games}`);
  console.log(`${name}: ${games} games, ${differ} differ ${told.join(", ")}`);
  if (process.env.EXAMPLES) for (const [part, { example }] of Object.entries(parts)) console.log(`--- ${part}\n${example}`);
}
process.exitCode = Object.values(totals).some(({ differ }) => differ) ? 1 : 0;
