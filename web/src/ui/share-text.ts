// Shares a text by the device's own sheet, or copies it where there is none.
import { toast } from './toast.ts'

export async function shareText(title: string, text: string, words: { copied: string; copyFailed: string }) {
  try {
    if (navigator.share) await navigator.share({ title: `ParkIt · ${title}`, text })
    else {
      await navigator.clipboard.writeText(text)
      toast.success(words.copied)
    }
  } catch (error) {
    // the driver closed the share sheet
    if ((error as Error).name !== 'AbortError') toast.error(words.copyFailed)
  }
}
