export { type EndpointOptions, endpointPort } from './port/endpoint-port.ts'
export { type SdkClient, type SdkCommands, sdkPort } from './port/sdk-port.ts'
export { type Credentials, signRequest } from './port/sign-request.ts'
