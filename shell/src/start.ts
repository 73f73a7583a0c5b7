/** Lets the static frame paint first: scripts that are in the cache already would run before it. Hidden tabs paint nothing. */
const start = () => void import(/* webpackMode: "eager" */ './bootstrap.tsx');

if (document.hidden) start();
else requestAnimationFrame(() => setTimeout(start));
