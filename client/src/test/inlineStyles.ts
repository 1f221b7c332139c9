/**
 * For test files with many queries by role. jsdom computes a style by walking all rules of the page, and a query by
 * role needs one per element: seconds per query with MUI's rules. With this, only inline styles count, and tests run
 * ten times faster; the effects of rules are for the browser tests.
 */
window.getComputedStyle = (element) => (element as HTMLElement).style;
