require('@testing-library/jest-dom');
const { configure } = require('@testing-library/react');

// On a busy machine the default of one second is too short.
configure({ asyncUtilTimeout: 20_000 });

// jsdom has no layout, so observers have nothing to report.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

globalThis.matchMedia ??= (query) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
  // MUI's theme still calls this.
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
});

Element.prototype.scrollIntoView ??= () => {};
globalThis.scrollTo = () => {};
