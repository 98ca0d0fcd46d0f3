
// --------------------------------------------------------------------------- the start

byId("no-download").hidden = mayDownload();
const entries = JSON.parse(byId("entries").textContent);
if (document.body.classList.contains("lesson")) globalThis.lesson = new Lesson(entries);
else globalThis.player = new Player(entries.runs[0]);
