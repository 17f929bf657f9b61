// Asking the server.

import { say } from './dom.js';

/** Asks a question; the answer, or an error with a sentence. */
export async function ask(path, question) {
  let response;
  try {
    response = await fetch(path, question === undefined ? {} : {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(question),
    });
  } catch {
    throw new Error(say('The server does not answer: it has been stopped, or is too busy.'));
  }
  let answer;
  try { answer = await response.json(); } catch { throw new Error(say('The answer of the server cannot be read.')); }
  if (!response.ok) { throw new Error(answer.error || say('The server answers {status}.', { status: response.status })); }
  return answer;
}
