// Sets the theme before anything is painted, so that a dark page never begins as a white one.
(function () {
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // A browser that keeps nothing gets the theme of the system.
  }
  if (theme !== "light" && theme !== "dark") {
    theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.dataset.theme = theme;
})();
