// The forms of the reference: each sends a real request to this service and shows what comes back.
"use strict";

const token = document.getElementById("token");

for (const form of document.querySelectorAll(".try form")) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

/** The fields of a form for one part of a request, by name; those left empty are not sent. */
function fields(form, place) {
  const found = [...form.querySelectorAll(`[data-in="${place}"]`)];
  return found.filter((one) => one.value !== "").map((one) => [one.name, one.value]);
}

/** What a form describes, as fetch takes it. */
function request(form) {
  let path = form.dataset.path;
  for (const [name, value] of fields(form, "path")) {
    path = path.replace(`{${name}}`, encodeURIComponent(value));
  }
  const query = new URLSearchParams(fields(form, "query")).toString();
  const headers = new Headers(fields(form, "header"));
  for (const [, value] of fields(form, "accept")) headers.set("Accept", value);
  if (token.value) headers.set("Authorization", `Bearer ${token.value.trim()}`);
  const body = form.querySelector('[data-in="body"]');
  const options = { method: form.dataset.method, headers, cache: "no-store" };
  if (body && body.value.trim() !== "") {
    const type = form.querySelector('[data-in="type"]');
    headers.set("Content-Type", type ? type.value : body.dataset.type);
    options.body = body.value;
  }
  return [query ? `${path}?${query}` : path, options];
}

async function send(form) {
  const place = form.querySelector(".answer");
  form.stop?.abort();
  form.stop = new AbortController();
  place.replaceChildren(element("p", "soft", "Sent, waiting for the answer."));
  try {
    const [path, options] = request(form);
    const answer = await fetch(path, { ...options, signal: form.stop.signal });
    place.replaceChildren(
      element("p", "", `${options.method} ${path}`),
      element("p", answer.ok ? "status ok" : "status failed", `${answer.status} ${answer.statusText}`),
      headersOf(answer),
    );
    await show(answer, place, form.stop);
  } catch (error) {
    if (error.name !== "AbortError") place.append(element("p", "failed", String(error)));
  }
}

function headersOf(answer) {
  const lines = [...answer.headers].map(([name, value]) => `${name}: ${value}`);
  const shown = element("details", "headers");
  shown.append(element("summary", "", `${lines.length} headers`), element("pre", "", lines.join("\n")));
  return shown;
}

/** The body: JSON set out to be read, text as it comes. A stream is shown while it goes on. */
async function show(answer, place, stop) {
  const kind = answer.headers.get("Content-Type") ?? "";
  if (!answer.body || answer.status === 204 || answer.status === 304) return;
  if (kind.startsWith("image/") || kind.includes("gzip")) {
    place.append(element("p", "soft", `${(await answer.blob()).size} bytes of ${kind}`));
    return;
  }
  const shown = place.appendChild(element("pre", "body", ""));
  if (kind.startsWith("text/event-stream") || kind.startsWith("application/x-ndjson")) {
    await follow(answer, shown, stop);
    return;
  }
  const text = await answer.text();
  const value = kind.includes("json") ? JSON.parse(text) : undefined;
  shown.textContent = value === undefined ? text : JSON.stringify(value, null, 2);
  if (value && answer.status === 201) takeOver(value, place);
}

async function follow(answer, shown, stop) {
  const end = element("button", "", "Stop");
  end.type = "button";
  end.addEventListener("click", () => stop.abort());
  shown.before(end);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      shown.append(part.value);
    }
  } finally {
    end.remove();
  }
}

/** What was created is at hand for the next request: the token of a player, the id of a game. */
function takeOver(made, place) {
  if (typeof made.token === "string") {
    token.value = made.token;
    place.append(element("p", "soft", "Its token is in use on this page now. Keep a copy: it is shown this once."));
  } else if (typeof made.id === "string") {
    for (const field of document.querySelectorAll('input[name="game_id"]')) field.value = made.id;
    place.append(element("p", "soft", "Its id is in the forms of games now."));
  }
}

function element(name, className, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}
