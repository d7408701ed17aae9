// The media query from which some screens have two columns; style sheets repeat its width.
export const wideScreen = '(min-width: 1024px)'
