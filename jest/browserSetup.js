require('@testing-library/jest-dom');
const { configure } = require('@testing-library/react');

// As the tests' own time-out: a busy machine may take its time.
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
  dispatchEvent: () => false,
});

Element.prototype.scrollIntoView ??= () => {};
globalThis.scrollTo = () => {};
