require('@testing-library/jest-dom');
const { configure } = require('@testing-library/react');

// As long as the tests' own timeout.
configure({ asyncUtilTimeout: 20_000 });

// Layout is not jsdom's: what measures itself finds nothing to measure.
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
