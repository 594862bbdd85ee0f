import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['build/', 'web/dist/', 'web/wasm/', 'tests/consumers/**/*.{ts,tsx}', 'examples/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      // Test tables and plain numbers read better without ceremony.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
    },
  },
  {
    // A test waits for a state: on a slower machine nothing is there in time.
    files: ['tests/{browser,engines,package,web}/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          "CallExpression[callee.name='setTimeout'][arguments.length>1]",
          'CallExpression[callee.property.name=/^(setTimeout|waitForTimeout)$/][arguments.length>0]',
          "Literal[value='networkidle']",
          "CallExpression[callee.name='frames'][arguments.0.type='Literal']",
        ].map((selector) => ({
          selector,
          message: 'Wait for a state (atRest, laidOut, until); what stays away: staysStill.',
        })),
      ],
    },
  },
  {
    files: ['scripts/**/*.mjs', 'tests/**/*.mjs'],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        URL: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
      },
    },
  },
  {
    // Projects of others: each runs somewhere else, and what it finds there is tested there.
    files: ['tests/consumers/**/*.js'],
    languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } },
    rules: { 'no-undef': 'off', 'no-unused-vars': 'off' },
  },
);
