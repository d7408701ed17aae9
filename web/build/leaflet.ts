// Leaflet under Trusted Types: its one HTML text, by which it looks for SVG in browsers that are long gone, is left out.
import type { Plugin } from 'vite'

const probe = /var inlineSvg = [^;]*\(function \(\) \{[\s\S]*?\}\)\(\);/

export function leafletWithoutHtml(): Plugin {
  return {
    name: 'leaflet-without-html',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('leaflet/src/core/Browser.js')) return undefined
      if (!probe.test(code)) throw new Error('Leaflet looks for SVG in another way')
      return { code: code.replace(probe, 'var inlineSvg = svg;'), map: null }
    },
  }
}
