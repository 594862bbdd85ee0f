/** uPlot formats numbers for the browser's language, and WebKit under LANG=C has one that `Intl` refuses: "C". */
try {
  new Intl.NumberFormat(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en', configurable: true });
}
