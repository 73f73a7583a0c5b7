require('@testing-library/jest-dom');
const { configure } = require('@testing-library/react');

// As the tests' own time-out: a busy machine may take its time.
configure({ asyncUtilTimeout: 20_000 });

// React keeps an error, with its stack, for each element that is made, to say in a warning who made it: a tenth of all that
// these tests take. It stops at ten thousand within a second, so it is told that there were as many; a warning still says in
// which components it happened. Private: shared/testing/ownerStacks.test.tsx tells when an update of React changes it.
const react = require('react').__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
Object.defineProperty(react, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} });

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
  // MUI's theme still listens so.
  addListener() {},
  removeListener() {},
  dispatchEvent: () => false,
});

Element.prototype.scrollIntoView ??= () => {};
globalThis.scrollTo = () => {};
