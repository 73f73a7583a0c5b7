/** The version of the calls (docs/architecture.md): a new call raises the minor, a changed or removed one the major. */
export const apiVersion = '2.2.0';
