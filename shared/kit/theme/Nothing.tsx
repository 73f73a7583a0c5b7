/** What the build gives MUI's buttons in place of parts that no screen shows (webpack/slimMui.js). */
export default function Nothing() {
  return null;
}
