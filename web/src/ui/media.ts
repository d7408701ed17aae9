// Media queries of layouts that differ in more than style; style sheets repeat their widths.
/** The navigation is a rail at the left. */
export const railScreen = '(min-width: 720px)'
/** Some screens have two columns. */
export const wideScreen = '(min-width: 1024px)'
/** Nothing sticks to the window's edges. */
export const lowScreen = '(max-height: 479px)'
