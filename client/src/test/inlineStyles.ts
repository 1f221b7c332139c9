/**
 * For test files that look for much by role. jsdom works a style out by walking all the rules of the page, and a query by
 * role asks for one per element: seconds per query with MUI's rules. With this, only inline styles count, and tests run
 * ten times faster; what rules do is for the browser tests.
 */
window.getComputedStyle = (element) => (element as HTMLElement).style;
