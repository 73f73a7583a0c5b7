/** A CSS module in tests: each class name is its own value. */
module.exports = new Proxy({}, { get: (_target, name) => (name === '__esModule' ? false : name) });
