// Which files may go to support, judged on the device before they are sent; the server looks into them.
import type { FieldError } from '@parkit/contract/platform/field-errors'
import { attachment as limits } from '@parkit/contract/platform/limits'

/** For the file chooser; some systems know HEIC by its ending alone. */
export const acceptedFiles = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif,application/pdf'

const accepted = /^(image\/(jpeg|png|webp|heic|heif)|application\/pdf)$/
const ending = /\.(jpe?g|png|webp|hei[cf]|pdf)$/i

/** What is wrong with one more file beside so many. */
export const pickFault = (file: { name: string; type: string; size: number }, beside: number): FieldError | null => {
  if (beside >= limits.mostEach) return 'files_many'
  if (!(accepted.test(file.type) || (file.type === '' && ending.test(file.name))) || file.size === 0) return 'file'
  return file.size > limits.mostBytes ? 'file_large' : null
}

/** `3.4 MB`, `120 KB`: Latin digits in both languages. */
export const sizeText = (bytes: number): string =>
  bytes >= 1_048_576
    ? `${(bytes / 1_048_576).toFixed(1).replace(/\.0$/, '')} MB`
    : `${Math.max(1, Math.round(bytes / 1_024))} KB`
