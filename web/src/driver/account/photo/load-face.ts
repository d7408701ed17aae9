// Loads the driver's photo when a screen shows one, for `lazy`.
export const loadFace = () => import('./Face.tsx')
