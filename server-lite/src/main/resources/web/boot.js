// Sets the theme before the first paint, so that dark pages do not flash white.
(function () {
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // Without local storage, the system theme applies.
  }
  if (theme !== "light" && theme !== "dark") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset.theme = theme;
})();
