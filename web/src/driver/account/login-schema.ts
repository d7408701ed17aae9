// What Login asks for: texts of any form, so that nothing typed tells what user names and passwords look like.
import { requiredText } from '@parkit/contract/platform/fields'
import * as z from 'zod/mini'

export const LoginForm = z.object({ username: requiredText(254, 'login_required'), password: requiredText(200) })
export type LoginForm = z.infer<typeof LoginForm>
