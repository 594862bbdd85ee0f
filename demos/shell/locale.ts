/** uPlot formats numbers for the browser's language; under LANG=C, WebKit's is "C", which `Intl` refuses. */
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
}
