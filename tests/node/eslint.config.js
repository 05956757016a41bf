// What the modules of the pages are held to.
const js = require("@eslint/js");
const globals = require("globals");

module.exports = [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", 12],
      curly: ["error", "multi-line"],
      "default-case-last": "error",
      eqeqeq: "error",
      "max-lines": ["error", { max: 400 }],
      "max-params": ["error", 6],
      "no-alert": "off",
      "no-eval": "error",
      "no-implicit-globals": "error",
      "no-shadow": "error",
      "no-unused-vars": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
