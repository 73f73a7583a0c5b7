require('@testing-library/jest-dom');

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
