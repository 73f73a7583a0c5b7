/** Keeps the page in the light or dark scheme that the system asks for: the public site has no switch of its own. */
export function followSystemScheme() {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
  };
  dark.addEventListener('change', follow);
  follow();
}
