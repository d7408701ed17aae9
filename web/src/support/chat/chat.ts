// What other features use of the support chat.
export { Bubble } from './Bubbles.tsx'
export { MessageForm } from './Composer.tsx'
export { chatEvents } from './chat-events.ts'
export { daysOf } from './conversation.ts'
export { PickButton, PickedFiles, useFiles } from './FilePick.tsx'
export { FileLine, FileView } from './FileView.tsx'
export { countUnsent as countUnsentMessages } from './outbox.ts'
export { SessionTag } from './SessionTag.tsx'
