/** The version of the calls (docs/architecture.md): new calls raise the minor number, other changes the major. */
export const apiVersion = '2.4.0';
