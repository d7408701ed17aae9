// How an icon of lucide-react becomes SVG: the build puts this in place of the library's own way (web/build/icons.ts).
import { type ComponentProps, createElement } from 'react'

type IconData = { name: string; size: number; node: [tag: string, attributes: object][] }
type Props = ComponentProps<'svg'> & { size?: number }

export default function createIcon({ name, size: box, node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ size = 24, className = '', ...rest }: Props) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: `0 0 ${box} ${box}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className}`.trim(),
        'aria-hidden': true,
        ...rest,
      },
      shapes,
    )
}
