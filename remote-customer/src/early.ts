/**
 * The page's first script, run before the first paint. Applies the system's colour scheme, because the public site has
 * no theme switch.
 */
{
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';
  };
  dark.addEventListener('change', follow);
  follow();
}
