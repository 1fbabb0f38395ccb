// The AWS SDK v2 warns when loaded that it is no longer maintained, which is known here. This module has to be
// evaluated before the SDK.
process.env['AWS_SDK_JS_SUPPRESS_MAINTENANCE_MODE_MESSAGE'] = '1'
