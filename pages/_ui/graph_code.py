"""Style and script of the graph component, which run in the browser."""

LIBRARY_JS = """
const SOURCE = __SOURCE__;
export default function () {
  if (window.__visNetwork) return;
  const module = { exports: {} };
  new Function("exports", "module", SOURCE)(module.exports, module);
  window.__visNetwork = module.exports;
  window.dispatchEvent(new Event("vis-network-ready"));
}
"""

CSS = """
.graph { width: 100%; border: 1px solid var(--st-border-color); border-radius: var(--st-base-radius); box-sizing: border-box;
  background: var(--st-background-color); }
.bar { display: flex; align-items: center; gap: 0.6rem; min-height: 1.9rem; padding-top: 0.3rem; font: 400 0.82rem/1.4 var(--st-font);
  color: light-dark(#54626f, #a9b6c2); }
.bar button { padding: 0.12rem 0.7rem; font: inherit; cursor: pointer; color: var(--st-text-color); background: var(--st-background-color);
  border: 1px solid var(--st-border-color); border-radius: var(--st-base-radius); white-space: nowrap; }
.bar button:hover { border-color: var(--st-primary-color); }
.bar button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 1px; }
.vis-tooltip { position: absolute; z-index: 5; pointer-events: none; padding: 0.45rem 0.6rem; max-width: 26rem; max-height: 14rem; overflow: hidden;
  white-space: pre-wrap; overflow-wrap: anywhere; font: 400 0.82rem/1.4 var(--st-font); border: 1px solid var(--st-border-color);
  border-radius: var(--st-base-radius); color: var(--st-text-color); background: var(--st-secondary-background-color); }
"""

JS = """
const mounted = new WeakMap();

const scheme = box => getComputedStyle(box).colorScheme.includes("dark") ? "dark" : "light";

function dress(data, box) {
  const tones = data.tones[scheme(box)];
  const muted = tones.tool_call[1], ink = tones.message[1];
  const nodes = data.nodes.map(node => {
    const [background, border, text] = tones[node.tone] || tones.message;
    return { ...node, margin: 8, borderWidth: 1.2, borderWidthSelected: 3, widthConstraint: { maximum: 160 },
      color: { background, border, highlight: { background, border }, hover: { background, border } },
      font: { color: text, size: 13, face: getComputedStyle(box).fontFamily },
      shapeProperties: { borderDashes: node.dashed ? [5, 4] : false, borderRadius: 5 } };
  });
  const edges = data.edges.map(edge => {
    const missing = edge.look === "missing", inferred = edge.look === "inferred";
    const color = missing ? (tones[edge.tone] || tones["s:absent"])[1] : inferred ? muted : ink;
    return { ...edge, width: missing ? 2.2 : inferred ? 1 : 1.4, dashes: missing ? [9, 6] : inferred ? [2, 4] : false,
      color: { color, highlight: color, hover: color },
      font: { color: tones.message[2], size: 11, strokeWidth: 3, strokeColor: tones.message[0], face: getComputedStyle(box).fontFamily } };
  });
  return { nodes, edges };
}

const options = {
  physics: false,
  edges: { arrows: { to: { enabled: true, scaleFactor: 0.6 } }, smooth: { enabled: true, type: "cubicBezier", forceDirection: "horizontal", roundness: 0.35 } },
  interaction: { hover: true, tooltipDelay: 150, hideEdgesOnDrag: true, keyboard: false, zoomView: true },
};

const READABLE = 0.55;

function fit(state) {
  state.network.fit({ maxZoomLevel: 1.1, minZoomLevel: 0.05, animation: false });
}

// Say how much of the picture lies outside the canvas, so that a part never passes for the whole.
function tell(state, box, data) {
  const where = state.network.getPositions();
  let outside = 0;
  for (const node of data.nodes) {
    const at = state.network.canvasToDOM(where[node.id]);
    if (at.x < 0 || at.y < 0 || at.x > box.clientWidth || at.y > box.clientHeight) outside += 1;
  }
  const small = state.network.getScale() < READABLE;
  state.note.textContent = outside ? `Drag to see the rest; ${outside} outside.`
    : small ? `All ${data.nodes.length} nodes; scroll to zoom in.` : `All ${data.nodes.length} nodes are in view.`;
  box.dataset.outside = String(outside);
}

function whole(state, box, data) {
  if (!state.network) return;
  fit(state);
  tell(state, box, data);
}

function draw(state, box, data) {
  const { Network, DataSet } = window.__visNetwork;
  state.network?.destroy();
  const { nodes, edges } = dress(data, box);
  state.network = new Network(box, { nodes: new DataSet(nodes), edges: new DataSet(edges) }, options);
  state.drawn = data.revision + scheme(box);
  state.network.on("selectNode", event => state.emit("picked", event.nodes[0]));
  const count = () => tell(state, box, data);
  for (const event of ["zoom", "dragEnd", "resize"]) state.network.on(event, count);
  state.network.once("afterDrawing", () => {
    fit(state);
    // A fitted picture that nobody can read is worse than a part of it.
    if (state.network.getScale() < READABLE) {
      const at = data.nodes.find(node => node.id === data.selected) || data.nodes[0];
      state.network.moveTo({ position: { x: at.x, y: at.y }, scale: 0.75, animation: false });
    }
    count();
    box.dataset.revision = data.revision;
  });
  box.network = state.network;
}

export default function ({ data, parentElement, setTriggerValue }) {
  const box = parentElement.querySelector(".graph");
  box.style.height = `${data.height}px`;
  if (!mounted.has(parentElement)) mounted.set(parentElement, {});
  const state = mounted.get(parentElement);
  state.emit = setTriggerValue;
  state.note = parentElement.querySelector(".outside");
  parentElement.querySelector(".fit").onclick = () => whole(state, box, data);
  document.removeEventListener("keydown", state.key);
  state.key = event => {
    const typing = event.composedPath()[0]?.closest?.("input, textarea, [contenteditable]");
    if (event.key === "f" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) whole(state, box, data);
  };
  document.addEventListener("keydown", state.key);
  const update = () => {
    if (state.drawn !== data.revision + scheme(box)) draw(state, box, data);
    const there = data.selected && data.nodes.some(node => node.id === data.selected);
    state.network.selectNodes(there ? [data.selected] : []);
  };
  if (window.__visNetwork) update();
  else window.addEventListener("vis-network-ready", update, { once: true });
  return () => { document.removeEventListener("keydown", state.key); state.network?.destroy(); mounted.delete(parentElement); };
}
"""
