/**
 * Replaces Emotion's style sheet with one that ignores all rules, because jsdom would match every rule in each query by
 * role, which is slow. Journeys check styles.
 */
class StyleSheet {
  constructor({ key, nonce, container }) {
    Object.assign(this, { key, nonce, container, tags: [] });
  }

  insert() {}
  flush() {}
  hydrate() {}
}

module.exports = { StyleSheet };
