require('@testing-library/jest-dom');
const { configure } = require('@testing-library/react');

// On a busy machine the default of one second is too short.
configure({ asyncUtilTimeout: 20_000 });

// jsdom has no layout, so no size changes, and every element counts as visible.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.IntersectionObserver ??= class {
  constructor(report) {
    this.report = report;
  }
  observe() {
    this.report([{ isIntersecting: true }]);
  }
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
