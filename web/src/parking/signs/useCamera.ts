// The camera of the scanner: its picture, its light, and the codes in it.
import { decodeQR } from 'qr/decode.js'
import { type RefObject, useEffect, useState } from 'react'

type State = 'starting' | 'on' | 'refused' | 'missing'

/** A code across a third of the picture is still 6 pixels a module. */
const sidePixels = 640
/** Leaves a slow phone time to draw in between. */
const pauseMs = 120

/** The middle of the picture as pixels; null before the first picture. */
function readMiddle(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | null {
  const side = Math.min(video.videoWidth, video.videoHeight)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (side === 0 || !context) return null
  const pixels = Math.min(side, sidePixels)
  canvas.width = pixels
  canvas.height = pixels
  const [left, top] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2]
  context.drawImage(video, left, top, side, side, 0, 0, pixels, pixels)
  return context.getImageData(0, 0, pixels, pixels)
}

const findCode = (video: HTMLVideoElement, canvas: HTMLCanvasElement): string | null => {
  try {
    const picture = readMiddle(video, canvas)
    return picture && decodeQR(picture)
  } catch {
    // no code in this picture
    return null
  }
}

type Torch = { torch?: boolean }

/** Looks until it finds a code, and again after `lookAgain`; the camera is let go with the screen. */
export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<State>('starting')
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [isLit, setIsLit] = useState(false)
  const [code, setCode] = useState<string | null>(null)

  useEffect(() => {
    let stream: MediaStream | undefined
    let isGone = false
    const stop = () => {
      for (const each of stream?.getTracks() ?? []) each.stop()
    }
    const start = async () => {
      if (!navigator.mediaDevices?.getUserMedia) return setState('missing')
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          video: { facingMode: 'environment', width: { ideal: 1_280 }, height: { ideal: 1_280 } },
        })
        if (isGone) return stop()
        if (video.current) video.current.srcObject = stream
        setTrack(stream.getVideoTracks()[0])
        setState('on')
      } catch (error) {
        if (!isGone) setState((error as Error).name === 'NotAllowedError' ? 'refused' : 'missing')
      }
    }
    start()
    return () => {
      isGone = true
      stop()
    }
  }, [video])

  useEffect(() => {
    if (code !== null || state !== 'on') return
    const canvas = document.createElement('canvas')
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      const found = video.current && findCode(video.current, canvas)
      if (found) setCode(found)
      else timer = setTimeout(look, pauseMs)
    }
    timer = setTimeout(look, pauseMs)
    return () => clearTimeout(timer)
  }, [code, state, video])

  const hasLight = (track?.getCapabilities?.() as Torch | undefined)?.torch === true
  const switchLight = async () => {
    await track?.applyConstraints({ advanced: [{ torch: !isLit } as MediaTrackConstraintSet] })
    setIsLit(!isLit)
  }
  return { state, code, lookAgain: () => setCode(null), light: hasLight ? { isOn: isLit, toggle: switchLight } : null }
}
